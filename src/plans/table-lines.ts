import type { Token } from 'markdown-it';
import { toSpans } from './inline-spans.ts';
import { type Line, lineWidth, type Span, toSpan, wrapSpans } from './wrap-spans.ts';

type Align = 'left' | 'right' | 'center';

interface Cell {
  readonly spans: readonly Span[];
  readonly align: Align;
}

const minColumn = 6;
const separator = ' │ ';

/**
 * A table for a terminal, its columns as wide as their text where there is room, else narrowed and wrapped.
 *
 * @param tokens - from `table_open` to `table_close`.
 */
export function toTableLines(tokens: readonly Token[], width: number): Line[] {
  const rows = readRows(tokens);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const room = width - separator.length * (columns - 1);
  if (room < minColumn * columns) return toRecords(rows, width);
  const widths = fitColumns(rows, columns, room);
  const rule = [toSpan(widths.map((column) => '─'.repeat(column)).join('─┼─'), 'dim')];
  const [header = [], ...body] = rows.map((row) => toRowLines(row, widths));
  const isWrapped = body.some((lines) => lines.length > 1);
  return [...header, rule, ...body.flatMap((lines, row) => (isWrapped && row > 0 ? [rule, ...lines] : lines))];
}

function readRows(tokens: readonly Token[]): Cell[][] {
  const rows: Cell[][] = [];
  let isHeader = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'tr_open') rows.push([]);
    isHeader = token.type === 'th_open';
    if (!isHeader && token.type !== 'td_open') continue;
    const spans = toSpans(tokens[index + 1]?.children ?? [], isHeader ? ['bold'] : []);
    rows.at(-1)?.push({ spans, align: readAlign(token) });
  }
  return rows;
}

function readAlign(token: Token): Align {
  const style = String(token.attrGet('style') ?? '');
  if (style.endsWith('right')) return 'right';
  return style.endsWith('center') ? 'center' : 'left';
}

/** Narrows the widest columns until all fit. */
function fitColumns(rows: readonly (readonly Cell[])[], columns: number, room: number): number[] {
  const widths = Array.from({ length: columns }, (_, column) =>
    rows.reduce((widest, row) => Math.max(widest, cellWidth(row[column])), 1),
  );
  let limit = Math.max(...widths);
  while (sum(widths.map((width) => Math.min(width, limit))) > room) limit -= 1;
  return widths.map((width) => Math.min(width, limit));
}

function cellWidth(cell: Cell | undefined): number {
  const lines = cell === undefined ? [] : wrapSpans(cell.spans, Number.MAX_SAFE_INTEGER);
  return lines.reduce((widest, line) => Math.max(widest, lineWidth(line)), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function toRowLines(row: readonly Cell[], widths: readonly number[]): Line[] {
  const cells = widths.map((width, column) => wrapSpans(row[column]?.spans ?? [], width));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, index) =>
    widths.flatMap((width, column) => {
      const line = padLine(cells[column]?.[index] ?? [], width, row[column]?.align ?? 'left');
      return column === 0 ? line : [toSpan(separator, 'dim'), ...line];
    }),
  );
}

function padLine(line: Line, width: number, align: Align): Span[] {
  const missing = Math.max(0, width - lineWidth(line));
  const before = { left: 0, right: missing, center: missing >> 1 }[align];
  return [toSpan(' '.repeat(before)), ...line, toSpan(' '.repeat(missing - before))];
}

/** A table with too many columns for the width: each row as a list of its header's words and its cells. */
function toRecords([header = [], ...body]: readonly (readonly Cell[])[], width: number): Line[] {
  const toRecord = (row: readonly Cell[]): Line[] =>
    row.flatMap((cell, column) => {
      const name = header[column]?.spans ?? [];
      return wrapSpans([...name, toSpan(': '), ...cell.spans], width);
    });
  const records = body.length === 0 ? [header.flatMap((cell) => wrapSpans(cell.spans, width))] : body.map(toRecord);
  return records.flatMap((lines, index) => (index === 0 ? lines : [[], ...lines]));
}
