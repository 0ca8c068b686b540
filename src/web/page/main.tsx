import { render } from 'preact';
import { App } from './app.tsx';
import { language } from './language.ts';
import { startPage } from './start-page.ts';

document.documentElement.lang = language;
const root = document.getElementById('page');
if (root !== null) render(<App page={startPage(window)} />, root);
