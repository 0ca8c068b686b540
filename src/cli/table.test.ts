import { describe, expect, test } from 'vitest';
import { displayWidth } from '../plans/index.ts';
import { formatTable, type TitledColumn } from './table.ts';

const columns: readonly TitledColumn[] = [
  { title: 'ID' },
  { title: 'PLAN', minWidth: 6 },
  { title: 'PATH', minWidth: 6, cut: 'start' },
];

describe('a table', () => {
  test('has its columns below their titles and no blanks at the end of a line', () => {
    const lines = formatTable(
      columns,
      [
        ['1', 'Export', 'a.md'],
        ['22', 'A', 'plans/b.md'],
      ],
      80,
    );

    expect(lines).toEqual(['ID  PLAN    PATH', '1   Export  a.md', '22  A       plans/b.md']);
  });

  test('narrows its widest columns until it fits', () => {
    const lines = formatTable(columns, [['1', 'Export all orders as CSV', 'plans/export/orders.md']], 30);

    expect(lines).toEqual(['ID  PLAN          PATH', '1   Export all …  …t/orders.md']);
    expect(lines.every((line) => displayWidth(line) <= 30)).toBe(true);
  });

  test('is never narrower than its columns allow', () => {
    const [, row = ''] = formatTable(columns, [['123456789', 'Export all orders', 'plans/export/orders.md']], 10);

    expect(row).toBe('123456789  Expor…  …rs.md');
  });

  test('cuts nothing where there is no terminal', () => {
    const [, row = ''] = formatTable(columns, [['1', 'x'.repeat(300), 'y'.repeat(300)]], Number.POSITIVE_INFINITY);

    expect(row).toHaveLength(2 + 2 + 300 + 2 + 300);
  });

  test('counts wide characters as two columns', () => {
    const lines = formatTable(
      columns,
      [
        ['1', '計画を書く', 'a.md'],
        ['2', 'Plan 🚀', 'b.md'],
      ],
      80,
    );

    expect(lines).toEqual(['ID  PLAN        PATH', '1   計画を書く  a.md', '2   Plan 🚀     b.md']);
  });
});
