import type { Token } from 'markdown-it';
import { displayWidth } from './display-width.ts';
import { toSpans } from './inline-spans.ts';
import { showControls, showControlsInLine } from './show-controls.ts';
import { toTableLines } from './table-lines.ts';
import { breakLine, type Line, type Span, type TextStyle, toSpan, wrapSpans } from './wrap-spans.ts';

const minWidth = 10;
const codeIndent = '    ';

/**
 * The blocks of a plan as lines for a terminal.
 *
 * @param isTight - whether the blocks follow each other without blank lines, as in a list whose items are one line each.
 */
export function toTerminalLines(tokens: readonly Token[], width: number, isTight = false): Line[] {
  const room = Math.max(minWidth, width);
  const lines: Line[] = [];
  for (let index = 0; index < tokens.length; ) {
    const end = findClose(tokens, index);
    const block = toBlockLines(tokens.slice(index, end + 1), room);
    if (lines.length > 0 && block.length > 0 && !isTight) lines.push([]);
    for (const line of block) lines.push(line);
    index = end + 1;
  }
  return lines;
}

function findClose(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    depth += tokens[index]?.nesting ?? 0;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}

/** @param tokens - the block's own, from its opening to its closing one. */
function toBlockLines(tokens: readonly Token[], width: number): Line[] {
  const [token] = tokens;
  if (token === undefined) return [];
  const inner = tokens.slice(1, -1);
  switch (token.type) {
    case 'heading_open':
      return toHeadingLines(token, inner, width);
    case 'paragraph_open':
      return inner.flatMap((child) => toTextLines(child, width));
    case 'bullet_list_open':
    case 'ordered_list_open':
      return toListLines(token, inner, width);
    case 'blockquote_open':
      return prefixLines(toTerminalLines(inner, width - 2), '│ ', '│ ');
    case 'table_open':
      return toTableLines(tokens, width);
    case 'footnote_block_open':
      return [[toSpan('─'.repeat(width), 'dim')], ...toTerminalLines(inner, width, true)];
    case 'footnote_open':
      return toNoteLines(token, inner, width);
    case 'footnote_anchor':
      return [];
    default:
      return toSourceLines(token, width);
  }
}

function toTextLines(token: Token, width: number, ...styles: readonly TextStyle[]): Line[] {
  if (token.type === 'footnote_anchor') return [];
  const spans = token.children === null ? [toSpan(showControls(token.content))] : toSpans(token.children, styles);
  return wrapSpans(spans, width);
}

function toHeadingLines(token: Token, inner: readonly Token[], width: number): Line[] {
  const marks = `${token.markup.startsWith('#') ? token.markup : '#'.repeat(Number(token.tag.slice(1)))} `;
  const styles: TextStyle[] = token.tag === 'h1' ? ['bold', 'underline'] : ['bold'];
  const lines = inner.flatMap((child) => toTextLines(child, width - marks.length, ...styles));
  return prefixLines(lines, marks, ' '.repeat(marks.length));
}

function toListLines(list: Token, inner: readonly Token[], width: number): Line[] {
  const isTight = !inner.some(
    ({ type, hidden, level }) => type === 'paragraph_open' && !hidden && level === list.level + 2,
  );
  const items = splitItems(inner);
  const first = Number(list.attrGet('start') ?? 1);
  const numbers = items.map((_, index) => (list.type === 'ordered_list_open' ? `${first + index}. ` : '• '));
  const longest = Math.max(...numbers.map((number) => number.length));
  return items.flatMap((item, index) => {
    const marker = toMarker(item, (numbers[index] ?? '').padStart(longest));
    const indent = displayWidth(marker);
    const lines = toTerminalLines(item.slice(1, -1), width - indent, isTight);
    const prefixed = prefixLines(lines.length === 0 ? [[]] : lines, marker, ' '.repeat(indent));
    return isTight || index === 0 ? prefixed : [[], ...prefixed];
  });
}

function splitItems(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [];
  for (let index = 0; index < tokens.length; ) {
    const end = findClose(tokens, index);
    items.push(tokens.slice(index, end + 1));
    index = end + 1;
  }
  return items;
}

/** A box in the place of a task's bullet, or behind its number. */
function toMarker(item: readonly Token[], number: string): string {
  const task = item[2]?.children?.[0];
  if (item[0]?.meta?.['isTask'] !== true || task?.type !== 'task_box') return number;
  const box = task.meta?.['isDone'] === true ? '☑ ' : '☐ ';
  return number === '• ' ? box : number + box;
}

function toNoteLines(token: Token, inner: readonly Token[], width: number): Line[] {
  const marker = `[${Number(token.meta?.['id'] ?? 0) + 1}] `;
  return prefixLines(toTerminalLines(inner, width - marker.length), marker, ' '.repeat(marker.length));
}

/** Code and source as they stand in the plan, long lines broken. */
function toSourceLines(token: Token, width: number): Line[] {
  const { type, content, info } = token;
  if (type === 'hr') return [[toSpan('─'.repeat(width), 'dim')]];
  const rows = showControls(content).replace(/\n$/, '').split('\n').map(expandTabs);
  if (type === 'front_matter') return ['---', ...rows, '---'].flatMap((row) => breakLine(row, width, 'dim'));
  const isCode = type === 'fence' || type === 'code_block';
  if (!isCode) return rows.flatMap((row) => breakLine(row, width, 'dim'));
  const label = info.trim() === '' ? [] : breakLine(`[${showControlsInLine(info.trim())}]`, width, 'dim');
  const code = rows.flatMap((row) => breakLine(row, width - codeIndent.length));
  return [...label, ...prefixLines(code, codeIndent, codeIndent)];
}

function prefixLines(lines: readonly Line[], first: string, rest: string): Line[] {
  return lines.map((line, index): readonly Span[] => [toSpan(index === 0 ? first : rest, 'dim'), ...line]);
}

function expandTabs(line: string): string {
  const [first = '', ...rest] = line.split('\t');
  let expanded = first;
  let column = displayWidth(first);
  for (const part of rest) {
    const gap = 4 - (column % 4);
    expanded += ' '.repeat(gap) + part;
    column += gap + displayWidth(part);
  }
  return expanded;
}
