import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const toPath = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const config: UserConfig = defineConfig({
  root: toPath('.'),
  // Relative, so that the page works below any path it is mounted on.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: toPath('../../../dist/web/page'),
    emptyOutDir: true,
    target: ['chrome120', 'firefox121', 'safari17'],
    // Everything in files: the page's rules allow no inline script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

export default config;
