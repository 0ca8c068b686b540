import { stripVTControlCharacters } from 'node:util';
import { displayWidth, splitGraphemes } from '../plans/index.ts';

/** Cuts a text to a number of columns; a cut text ends (or, `from: 'start'`, begins) with `…`. */
export function fitWidth(text: string, columns: number, from: 'start' | 'end' = 'end'): string {
  if (displayWidth(text) <= columns) return text;
  if (columns < 1) return '';
  const graphemes = from === 'end' ? splitGraphemes(text) : splitGraphemes(text).reverse();
  const kept: string[] = [];
  let left = columns - 1;
  for (const grapheme of graphemes) {
    left -= displayWidth(grapheme);
    if (left < 0) break;
    kept.push(grapheme);
  }
  return from === 'end' ? `${kept.join('')}…` : `…${kept.reverse().join('')}`;
}

/** Fills a text with blanks up to a number of columns. */
export function padWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - displayWidth(text)));
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
    if (lines.length === 0 || displayWidth(stripVTControlCharacters(longer)) > columns) lines.push(item);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
