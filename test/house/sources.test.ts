import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { rooms } from './rooms.ts';
import { readSourceFiles, root, type SourceFile } from './source-files.ts';

const maxLines = 300;
const files = readSourceFiles();
const code = files.filter(({ isTest }) => !isTest);

/** Lines that hold code: neither blank nor only comment. */
function countCodeLines({ text, parsed }: SourceFile): number {
  const chars = [...text];
  const bare = parsed.comments.reduce(
    (kept, { start, end }) => kept.slice(0, start) + kept.slice(start, end).replace(/[^\n]/g, ' ') + kept.slice(end),
    text,
  );
  return chars.length === 0 ? 0 : bare.split('\n').filter((line) => line.trim() !== '').length;
}

/** Lines (from 1) with a cast other than `as const`. */
function findCasts({ text, parsed }: SourceFile): readonly number[] {
  const lines: number[] = [];
  new Visitor({
    TSAsExpression: ({ start, end }) => {
      if (!/\bas\s+const$/.test(text.slice(start, end))) lines.push(text.slice(0, end).split('\n').length);
    },
  }).visit(parsed.program);
  return lines;
}

describe('sources', () => {
  test(`no file has more than ${maxLines} lines of code`, () => {
    const tooLong = files
      .map((file) => ({ path: file.path, lines: countCodeLines(file) }))
      .filter(({ lines }) => lines > maxLines);

    expect(tooLong).toEqual([]);
  });

  test('every room has a door, whose first line says what the room is for', () => {
    const doors = Object.keys(rooms)
      .filter((room) => room !== 'cli')
      .map((room) => `src/${room}/index.ts`);

    expect(doors.filter((door) => !existsSync(join(root, door)))).toEqual([]);
    const silent = code.filter(({ path, text }) => doors.includes(path) && !/^\/\*\* [A-Z].*\*\/\n/.test(text));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  test('doors only pass on what stands behind them', () => {
    const busy = code.filter(
      ({ path, parsed }) =>
        /^src\/([^/]+\/)?index\.ts$/.test(path) &&
        parsed.program.body.some((node) => node.type !== 'ExportNamedDeclaration' || node.source === null),
    );

    expect(busy.map(({ path }) => path)).toEqual([]);
  });

  test('a cast has its reason in a comment on its line or just above', () => {
    const bare = code.flatMap((file) => {
      const commented = new Set(file.parsed.comments.map(({ end }) => file.text.slice(0, end).split('\n').length));
      return findCasts(file)
        .filter((line) => ![0, 1, 2].some((back) => commented.has(line - back)))
        .map((line) => `${file.path}:${line}`);
    });

    expect(bare).toEqual([]);
  });

  test('nothing is promised for later', () => {
    const promising = files.flatMap(({ path, parsed }) =>
      parsed.comments.filter(({ value }) => /\b(TODO|FIXME|XXX)\b/.test(value)).map(() => path),
    );

    expect(promising).toEqual([]);
  });
});
