import { stripVTControlCharacters } from 'node:util';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const printableAscii = /^[\x20-\x7e]*$/;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const wide =
  /\p{Emoji_Presentation}|\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

/**
 * How many columns a text takes in a terminal: wide characters and emoji two, marks that join another none.
 *
 * @param text - without control characters.
 * @see https://www.unicode.org/reports/tr11/
 */
export function measureWidth(text: string): number {
  if (printableAscii.test(text)) return text.length;
  return splitGraphemes(text).reduce((sum, grapheme) => sum + measureGrapheme(grapheme), 0);
}

/** Cuts a text to a number of columns; a cut text ends (or, `from: 'start'`, begins) with `…`. */
export function fitWidth(text: string, columns: number, from: 'start' | 'end' = 'end'): string {
  if (measureWidth(text) <= columns) return text;
  if (columns < 1) return '';
  const graphemes = from === 'end' ? splitGraphemes(text) : splitGraphemes(text).reverse();
  const kept: string[] = [];
  let left = columns - 1;
  for (const grapheme of graphemes) {
    left -= measureGrapheme(grapheme);
    if (left < 0) break;
    kept.push(grapheme);
  }
  return from === 'end' ? `${kept.join('')}…` : `…${kept.reverse().join('')}`;
}

/** Fills a text with blanks up to a number of columns. */
export function padWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - measureWidth(text)));
}

/** Breaks text between words so that no line is wider; a word that is wider alone stays whole. */
export function wrapWords(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  return flowItems(line.split(' '), ' ', columns).join('\n');
}

/** Puts as many items on each line as fit; looks (escape sequences of our own) take no columns. */
export function flowItems(items: readonly string[], gap: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const item of items) {
    const longer = `${lines.at(-1) ?? ''}${gap}${item}`;
    if (lines.length === 0 || measureWidth(stripVTControlCharacters(longer)) > columns) lines.push(item);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function splitGraphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function measureGrapheme(grapheme: string): number {
  if (wide.test(grapheme)) return 2;
  return zeroWidth.test(grapheme) ? 0 : 1;
}
