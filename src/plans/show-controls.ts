import { replaceHidden, toCodePointLabel } from './hidden-characters.ts';

/**
 * Makes text from outside safe to print in a terminal: every control and escape character, and every character that
 * hides or reorders text, becomes a visible mark (`␛`, `<U+009B>`, `<U+202E>`).
 *
 * Line feeds and tabs stay; CRLF becomes LF. For a single line, replace the line feeds as well.
 */
export function showControls(text: string): string {
  return replaceHidden(text.replaceAll('\r\n', '\n'), toMark);
}

function toMark(codePoint: number, count: number): string {
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint).repeat(count);
  if (codePoint === 0x7f) return '\u2421'.repeat(count);
  return `<${toCodePointLabel(codePoint)}${count > 1 ? ` ×${count}` : ''}>`;
}
