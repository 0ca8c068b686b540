import { displayWidth, isWide, splitGraphemes } from './display-width.ts';

/** How a part of a line looks in a terminal. */
export type TextStyle = 'bold' | 'italic' | 'underline' | 'strikethrough' | 'dim' | 'cyan';

/** A part of a line. Its text holds no controls. */
export interface Span {
  readonly text: string;
  readonly styles: readonly TextStyle[];
}

/** A line of a terminal. */
export type Line = readonly Span[];

/** Makes a span. */
export function toSpan(text: string, ...styles: readonly TextStyle[]): Span {
  return { text, styles };
}

/** How many columns a line takes. */
export function lineWidth(line: Line): number {
  return line.reduce((width, { text }) => width + displayWidth(text), 0);
}

/**
 * Breaks text into lines of a width: at white space, beside CJK characters and emoji, and inside of words that are longer
 * than a line. A line feed in the text begins a new line.
 *
 * @param width - in columns, from 1.
 */
export function wrapSpans(spans: readonly Span[], width: number): Line[] {
  const builder = new LineBuilder(width);
  for (const word of toWords(spans)) builder.add(word);
  return builder.lines;
}

/** Breaks a line of code or source into lines of a width, at any character; nothing is left out. */
export function breakLine(text: string, width: number, ...styles: readonly TextStyle[]): Line[] {
  const lines: Line[] = [];
  let part = '';
  let used = 0;
  for (const grapheme of splitGraphemes(text)) {
    const needed = displayWidth(grapheme);
    if (used > 0 && used + needed > width) {
      lines.push([toSpan(part, ...styles)]);
      part = '';
      used = 0;
    }
    part += grapheme;
    used += needed;
  }
  return [...lines, [toSpan(part, ...styles)]];
}

class LineBuilder {
  readonly lines: Span[][] = [[]];
  readonly #width: number;
  #used = 0;
  #space: Span | null = null;

  constructor(width: number) {
    this.#width = width;
  }

  add(word: readonly Span[]): void {
    const [first] = word;
    if (first?.text === '\n') this.#breakLine();
    else if (first?.text === ' ') this.#space = this.#used > 0 ? first : null;
    else this.#addWord(word);
  }

  #addWord(word: readonly Span[]): void {
    const needed = lineWidth(word) + (this.#space === null ? 0 : 1);
    if (this.#used > 0 && this.#used + needed > this.#width) this.#breakLine();
    if (this.#space !== null) this.#push(this.#space, 1);
    this.#space = null;
    for (const span of word) this.#addPart(span);
  }

  #addPart(span: Span): void {
    const width = displayWidth(span.text);
    if (this.#used + width <= this.#width) {
      this.#push(span, width);
      return;
    }
    for (const grapheme of splitGraphemes(span.text)) {
      const needed = displayWidth(grapheme);
      if (this.#used > 0 && this.#used + needed > this.#width) this.#breakLine();
      this.#push({ text: grapheme, styles: span.styles }, needed);
    }
  }

  #push(span: Span, width: number): void {
    this.lines.at(-1)?.push(span);
    this.#used += width;
  }

  #breakLine(): void {
    this.lines.push([]);
    this.#used = 0;
    this.#space = null;
  }
}

// What may not stand at the beginning of a line.
const closing = /^[\p{Pe}\p{Pf}\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\u30fb\u30fc]/u;

/** Words as lists of parts, each white space one word of a single space, each line feed one of its own. */
function toWords(spans: readonly Span[]): Span[][] {
  const words: Span[][] = [];
  let previous = ' ';
  for (const { text, styles } of spans) {
    for (const part of splitParts(text)) {
      if (canBreakBetween(previous, part)) words.push([]);
      words.at(-1)?.push({ text: part, styles });
      previous = part;
    }
  }
  return words;
}

function canBreakBetween(before: string, after: string): boolean {
  if (isGap(before) || isGap(after)) return true;
  return (isWide(before) || isWide(after)) && !closing.test(after);
}

function isGap(part: string): boolean {
  return part === ' ' || part === '\n';
}

function splitParts(text: string): string[] {
  return (text.match(/\n|[^\S\n]+|\S+/g) ?? []).flatMap((part) => {
    if (part === '\n') return [part];
    return part.trim() === '' ? [' '] : splitWide(part);
  });
}

function splitWide(word: string): string[] {
  const parts: string[] = [];
  let run = '';
  for (const grapheme of /^[ -~]*$/.test(word) ? [word] : splitGraphemes(word)) {
    if (!isWide(grapheme)) {
      run += grapheme;
      continue;
    }
    if (run !== '') parts.push(run);
    parts.push(grapheme);
    run = '';
  }
  return run === '' ? parts : [...parts, run];
}
