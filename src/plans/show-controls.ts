import { replaceHidden, toCodePointLabel } from './hidden-characters.ts';

/**
 * Makes text from outside safe to print in a terminal: every control and escape character, and every character that
 * hides or reorders text, becomes a visible mark (`␛`, `<U+009B>`, `<U+202E>`).
 *
 * Line feeds and tabs stay; CRLF becomes LF. For a single line there is {@link showControlsInLine}.
 */
export function showControls(text: string): string {
  return replaceHidden(text.replaceAll('\r\n', '\n'), toMark);
}

/** The same for what must stay on one line, such as a title or a path: line feeds and tabs become marks too. */
export function showControlsInLine(text: string): string {
  return showControls(text).replaceAll('\n', '\u240a').replaceAll('\t', '\u2409');
}

function toMark(codePoint: number, count: number): string {
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint).repeat(count);
  if (codePoint === 0x7f) return '\u2421'.repeat(count);
  return `<${toCodePointLabel(codePoint)}${count > 1 ? ` ×${count}` : ''}>`;
}
