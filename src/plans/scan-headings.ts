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
  /** A line indented less ends the list item that the fence stands in, and the fence with it. */
  readonly itemIndent: number;
}

interface ScanState {
  fence: Fence | null;
  /** What ends the HTML block that is open. */
  htmlEnd: RegExp | null;
  /** The lines of the open paragraph, which an underline would turn into a heading. */
  paragraph: string[];
  /** Whether the text before belongs to a quote, a list item or a table, and the next line may still go on with it. */
  isInContainer: boolean;
  /** Where the text of the open list item begins; 0 outside. */
  itemIndent: number;
}

const blank = /^[ \t]*$/;
const openingFence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/;
const listItem = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))([ \t]+|$)(.*)$/;
const thematicBreak = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const delimiterRow = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)+$/;
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
    if (isInsideBlock(state, line)) continue;
    const heading = readUnderline(state, line, index) ?? readHash(line, index);
    if (heading === null) readOther(state, line);
    else {
      closeParagraph(state);
      yield heading;
    }
  }
}

function closeParagraph(state: ScanState): void {
  state.paragraph = [];
  state.isInContainer = false;
}

function isInsideBlock(state: ScanState, line: string): boolean {
  const { fence } = state;
  if (fence !== null) {
    if (blank.test(line) || indentOf(line) >= fence.itemIndent) {
      if (closesFence(fence, line)) state.fence = null;
      return true;
    }
    state.fence = null;
  }
  if (state.htmlEnd === null) return false;
  if (state.htmlEnd.test(line)) state.htmlEnd = null;
  return true;
}

function closesFence({ marker, length, itemIndent }: Fence, line: string): boolean {
  const text = line.trim();
  return indentOf(line) - itemIndent < 4 && text.length >= length && text === marker.repeat(text.length);
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
  if (blank.test(line)) {
    closeParagraph(state);
    return;
  }
  if (!state.isInContainer && indentOf(line) < state.itemIndent) state.itemIndent = 0;
  if (openFence(state, line, state.itemIndent) || openHtml(state, line) || thematicBreak.test(line))
    closeParagraph(state);
  else if (!openContainer(state, line)) readText(state, line);
}

function readText(state: ScanState, line: string): void {
  const isCode = state.paragraph.length === 0 && indentOf(line) >= 4;
  if (!state.isInContainer && !isCode) state.paragraph.push(line.trim());
}

function openFence(state: ScanState, line: string, itemIndent: number): boolean {
  const match = line.match(openingFence);
  const run = match?.[1] ?? match?.[2];
  if (run === undefined) return false;
  const isInItem = indentOf(line) >= itemIndent;
  state.fence = { marker: run[0] ?? '`', length: run.length, itemIndent: isInItem ? itemIndent : 0 };
  return true;
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
  const isTable = state.paragraph.length === 1 && line.includes('|') && delimiterRow.test(line);
  if (!isItem && !isTable && !/^ {0,3}>/.test(line)) return false;
  closeParagraph(state);
  state.isInContainer = true;
  if (!isItem) return true;
  state.itemIndent = (item[1] ?? '').length + Math.min(Math.max((item[2] ?? '').length, 1), 4);
  openFence(state, item[3] ?? '', 0);
  if (state.fence !== null) state.fence = { ...state.fence, itemIndent: state.itemIndent };
  return true;
}

function canOpenItem({ paragraph }: ScanState, item: RegExpMatchArray): boolean {
  if (paragraph.length === 0) return true;
  return item[3] !== '' && /^ {0,3}(?:[-+*]|1[.)])$/.test(item[1] ?? '');
}
