import { describeCodePoint, replaceHidden, toCodePointLabel } from './hidden-characters.ts';
import { showControls } from './show-controls.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an element: escaped, with a visible mark for each character that hides or reorders text. */
export function escapeText(text: string): string {
  return markHidden(escapeCharacters(text));
}

/** Text for an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeCharacters(showControls(text));
}

/** Marks hidden characters in HTML whose tags hold none. */
export function markHidden(html: string): string {
  return replaceHidden(html, (codePoint, count) => {
    const label = toCodePointLabel(codePoint) + (count > 1 ? ` ×${count}` : '');
    return `<span class="mark" title="${describeCodePoint(codePoint)}">${label}</span>`;
  });
}

function escapeCharacters(text: string): string {
  return text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);
}
