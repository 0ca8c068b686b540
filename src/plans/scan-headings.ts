/** A heading as its Markdown stands in the plan. */
export interface ScannedHeading {
  readonly level: number;
  readonly source: string;
  /** From 1; the first line of a heading that is underlined. */
  readonly line: number;
}

interface Fence {
  readonly marker: string;
  readonly length: number;
}

interface ScanState {
  fence: Fence | null;
  /** What ends the HTML block that is open. */
  htmlEnd: RegExp | null;
  /** The lines of the open paragraph, which an underline would turn into a heading. */
  paragraph: string[];
  /** Whether the line before is text of a quote, a list item or a table, which the next line may go on with. */
  isInContainer: boolean;
  /** Where the text of the open outermost list item begins; what is indented as far belongs to it. 0 outside. */
  itemIndent: number;
}

const blank = /^[ \t]*$/;
const openingFence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const listItem = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))([ \t]+|$)(.*)$/;
const thematicBreak = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*(?::?-+:?[ \t]*)?)*$/;
const blockTag =
  /^ {0,3}<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[ \t>]|\/>|$)/i;
const loneTag = /^ {0,3}<\/?[a-z][a-z0-9-]*(?:[ \t][^<>]*)?>[ \t]*$/i;

/**
 * Finds the headings of a plan, both `#` and underlined ones, outside code, HTML, quotes and list items.
 *
 * @param skippedLines - how many lines at the start are front matter.
 */
export function* scanHeadings(lines: readonly string[], skippedLines: number): Generator<ScannedHeading> {
  const state: ScanState = { fence: null, htmlEnd: null, paragraph: [], isInContainer: false, itemIndent: 0 };
  for (let index = skippedLines; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').replace(/^\ufeff/, '');
    if (isInsideBlock(state, line) || isInsideItem(state, line)) continue;
    const heading = readUnderline(state, line, index) ?? readHash(line, index);
    if (heading === null) readOther(state, line);
    else {
      closeAll(state);
      yield heading;
    }
  }
}

function closeParagraph(state: ScanState): void {
  state.paragraph = [];
  state.isInContainer = false;
}

function closeAll(state: ScanState): void {
  closeParagraph(state);
  state.itemIndent = 0;
}

function isInsideBlock(state: ScanState, line: string): boolean {
  if (state.fence !== null) {
    if (closesFence(state.fence, line)) state.fence = null;
    return true;
  }
  if (state.htmlEnd === null) return false;
  if (state.htmlEnd.test(line)) state.htmlEnd = null;
  return true;
}

function closesFence({ marker, length }: Fence, line: string): boolean {
  const text = line.trim();
  return indentOf(line) < 4 && text.length >= length && text === marker.repeat(text.length);
}

function isInsideItem(state: ScanState, line: string): boolean {
  if (state.itemIndent === 0 || blank.test(line)) return false;
  if (indentOf(line) >= state.itemIndent) {
    state.isInContainer = isText(line);
    return true;
  }
  if (!state.isInContainer) state.itemIndent = 0;
  return false;
}

/** Whether a line, the marks of its containers taken off, can be text that the next line goes on with. */
function isText(line: string): boolean {
  const text = line.replace(/^[ \t]*(?:(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)[ \t]*|>[ \t]*)*/, '');
  return text !== '' && !/^#{1,6}(?:[ \t]|$)/.test(text) && !openingFence.test(text) && !thematicBreak.test(text);
}

function indentOf(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}

function readUnderline({ paragraph }: ScanState, line: string, index: number): ScannedHeading | null {
  const marker = paragraph.length > 0 ? line.match(/^ {0,3}(?:(=)+|-+)[ \t]*$/) : null;
  if (marker === null) return null;
  return { level: marker[1] === '=' ? 1 : 2, source: paragraph.join(' '), line: index + 1 - paragraph.length };
}

function readHash(line: string, index: number): ScannedHeading | null {
  const marker = line.match(/^ {0,3}(#{1,6})(?=[ \t]|$)/);
  if (marker === null) return null;
  let text = line.slice(marker[0].length).trim();
  const withoutClosing = text.slice(0, lengthWithoutHashes(text));
  if (withoutClosing === '' || /[ \t]$/.test(withoutClosing)) text = withoutClosing.trimEnd();
  return { level: marker[1]?.length ?? 1, source: text, line: index + 1 };
}

function lengthWithoutHashes(text: string): number {
  let length = text.length;
  while (text[length - 1] === '#') length -= 1;
  return length;
}

function readOther(state: ScanState, line: string): void {
  if (blank.test(line)) closeParagraph(state);
  else if (openFence(state, line) || openHtml(state, line) || thematicBreak.test(line)) closeAll(state);
  else if (!openContainer(state, line)) readText(state, line);
}

function readText(state: ScanState, line: string): void {
  if (state.isInContainer) return;
  const isFirst = state.paragraph.length === 0;
  // A link definition is no text, and a note goes on like a list item.
  const definition = isFirst ? line.match(/^ {0,3}\[(\^?)[^\]]+\]:/) : null;
  if (definition !== null) state.isInContainer = definition[1] === '^';
  else if (!isFirst || indentOf(line) < 4) state.paragraph.push(line.trim());
}

function openFence(state: ScanState, line: string): boolean {
  const match = line.match(openingFence);
  const run = match?.[1] ?? match?.[2];
  if (run !== undefined) state.fence = { marker: run[0] ?? '`', length: run.length };
  return run !== undefined;
}

function openHtml(state: ScanState, line: string): boolean {
  const start = line.trimStart();
  if (indentOf(line) > 3 || !start.startsWith('<')) return false;
  const end = findHtmlEnd(state, line, start);
  if (end === null) return false;
  // A comment's end may stand on its first line, after its beginning.
  state.htmlEnd = end.test(start.startsWith('<!--') ? start.slice(4) : start) ? null : end;
  return true;
}

function findHtmlEnd(state: ScanState, line: string, start: string): RegExp | null {
  if (start.startsWith('<!--')) return /-->/;
  if (/^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i.test(start)) return /<\/(?:script|pre|style|textarea)>/i;
  const isLoneTag = state.paragraph.length === 0 && !state.isInContainer && loneTag.test(line);
  return blockTag.test(line) || isLoneTag ? blank : null;
}

function openContainer(state: ScanState, line: string): boolean {
  const item = line.match(listItem);
  const isItem = item !== null && canOpenItem(state, item);
  const isTable = opensTable(state, line);
  if (!isItem && !isTable && !/^ {0,3}>/.test(line)) return false;
  state.paragraph = [];
  state.isInContainer = isTable || isText(line);
  if (isItem) state.itemIndent = contentIndent(item);
  return true;
}

function opensTable({ paragraph }: ScanState, line: string): boolean {
  const [header] = paragraph;
  if (header === undefined || paragraph.length > 1 || !line.includes('|')) return false;
  return delimiterRow.test(line.trim()) && countCells(header) === countCells(line);
}

function countCells(row: string): number {
  return row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;
}

function contentIndent(item: RegExpMatchArray): number {
  const gap = item[2]?.length ?? 0;
  return (item[1] ?? '').length + (gap === 0 || gap > 4 ? 1 : gap);
}

function canOpenItem({ paragraph }: ScanState, item: RegExpMatchArray): boolean {
  if (paragraph.length === 0) return true;
  return item[3] !== '' && /^ {0,3}(?:[-+*]|1[.)])$/.test(item[1] ?? '');
}
