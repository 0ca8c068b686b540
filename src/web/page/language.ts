import type { Messages } from './messages.ts';
import { english } from './messages-en.ts';

/** The words of the page. A further language is one more catalogue, chosen here. */
export const messages: Messages = english;

/** The language of the words, for `Intl`: dates are written as the words around them. */
export const language = 'en';
