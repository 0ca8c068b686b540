import { displayWidth } from '../plans/index.ts';
import { fitWidth, padWidth } from './display-width.ts';

/** A column of rows. */
export interface Column {
  /** Narrowed when the table is too wide, down to this many columns. Without it, never narrowed. */
  readonly minWidth?: number;
  /** Which end of a text that is too long is left out. Default `end`. */
  readonly cut?: 'start' | 'end';
}

/** A column with a title. */
export interface TitledColumn extends Column {
  readonly title: string;
}

const gap = '  ';

/** Lays out rows below their titles: the line of titles comes first. See {@link formatRows}. */
export function formatTable(
  columns: readonly TitledColumn[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  return formatRows(columns, [columns.map(({ title }) => title), ...rows], width);
}

/**
 * Lays out rows of cells.
 *
 * @param width - columns of the terminal; `Infinity` cuts nothing.
 * @returns one line a row, none with blanks at its end.
 */
export function formatRows(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const widths = fitColumns(columns, rows, width);
  return rows.map((row) => formatRow(columns, row, widths));
}

function formatRow(columns: readonly Column[], row: readonly string[], widths: readonly number[]): string {
  const cells = columns.map(({ cut }, index) => {
    const columnWidth = widths[index] ?? 0;
    return padWidth(fitWidth(row[index] ?? '', columnWidth, cut), columnWidth);
  });
  return cells.join(gap).trimEnd();
}

/** Takes one column after another from the widest that can still give, until the table fits. */
function fitColumns(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly number[] {
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => displayWidth(row[index] ?? ''))));
  const room = width - gap.length * (columns.length - 1);
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    const index = findWidest(columns, widths);
    if (index === null) break;
    widths[index] = (widths[index] ?? 0) - 1;
  }
  return widths;
}

function findWidest(columns: readonly Column[], widths: readonly number[]): number | null {
  let widest: number | null = null;
  for (const [index, { minWidth }] of columns.entries()) {
    const own = widths[index] ?? 0;
    if (minWidth === undefined || own <= minWidth) continue;
    if (widest === null || own > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
