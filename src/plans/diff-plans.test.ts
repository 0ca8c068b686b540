import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DiffLine, PlanDiff } from './diff.ts';
import { diffPlans } from './diff-plans.ts';
import { planLines } from './plan-lines.ts';

const fixtures = new URL('../../test/fixtures/plans/', import.meta.url);
const names = readdirSync(fixtures).filter((name) => /\.r\d+\.md$/.test(name));
const pairs = names.flatMap((from) =>
  names.filter((to) => from < to && from.split('.')[0] === to.split('.')[0]).map((to) => [from, to] as const),
);

function read(name: string): string {
  return readFileSync(new URL(name, fixtures), 'utf8');
}

/** The new text's lines, made from the old ones and the changed lines alone. */
function applyDiff(oldText: string, { hunks }: PlanDiff): string[] {
  const lines = planLines(oldText.replace(/^\ufeff/, ''));
  for (const line of hunks.flatMap((hunk) => hunk.lines).toReversed()) {
    if (line.kind === 'removed' && line.oldLine !== null)
      expect(lines.splice(line.oldLine - 1, 1)).toEqual([line.text]);
  }
  for (const line of hunks.flatMap((hunk) => hunk.lines)) {
    if (line.kind === 'added' && line.newLine !== null) lines.splice(line.newLine - 1, 0, line.text);
  }
  return lines;
}

function show(lines: readonly DiffLine[]): string[] {
  const marks = { same: ' ', added: '+', removed: '-' };
  return lines.map(({ kind, text, words }) => {
    const parts = words?.map((word) => (word.isChanged ? `[${word.text}]` : word.text)).join('');
    return `${marks[kind]}${parts ?? text}`;
  });
}

async function diffLines(oldLines: readonly string[], newLines: readonly string[]): Promise<PlanDiff> {
  return diffPlans(`${oldLines.join('\n')}\n`, `${newLines.join('\n')}\n`);
}

describe('real revisions', () => {
  test('there are pairs to compare', () => {
    expect(pairs).toHaveLength(21);
  });

  test.each(pairs)('%s to %s: the changed lines make the new text of the old one', async (from, to) => {
    const [oldText, newText] = [read(from), read(to)];

    const diff = await diffPlans(oldText, newText);

    expect(applyDiff(oldText, diff)).toEqual(planLines(newText));
    const lines = diff.hunks.flatMap((hunk) => hunk.lines);
    expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(diff.addedLines);
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(diff.removedLines);
    for (const { text, words } of lines) expect(words?.map((word) => word.text).join('') ?? text).toBe(text);
  });
});

describe('a diff', () => {
  test('shows changed lines with three lines around them, under their heading', async () => {
    const before = ['# Plan', '', '## One', 'a', 'b', 'c', 'd', 'e', '## Two', 'x', 'f', 'g', 'h', 'i'];
    const after = before.map((line) => (line === 'x' ? 'y' : line));

    const diff = await diffLines(before, after);

    expect(diff).toMatchObject({ addedLines: 1, removedLines: 1 });
    expect(diff.hunks.map(({ heading }) => heading)).toEqual(['Two']);
    expect(show(diff.hunks[0]?.lines ?? [])).toEqual([' d', ' e', ' ## Two', '-x', '+y', ' f', ' g', ' h']);
    expect(diff.hunks[0]?.lines[3]).toMatchObject({ oldLine: 10, newLine: null });
    expect(diff.hunks[0]?.lines[5]).toMatchObject({ oldLine: 11, newLine: 11 });
  });

  test('joins changes whose context meets, and parts others', async () => {
    const before = Array.from({ length: 40 }, (_, line) => `line ${line}`);
    const after = before.map((line, index) => ([5, 12, 30].includes(index) ? 'new' : line));

    const diff = await diffLines(before, after);

    expect(diff.hunks.map(({ lines }) => lines.length)).toEqual([6 + 8 + 2, 8]);
  });

  test.each([
    [0, [2]],
    [1, [4]],
    [Number.POSITIVE_INFINITY, [21]],
    [Number.NaN, [8]],
    [-1, [2]],
  ])('has %s lines of context', async (contextLines, lengths) => {
    const before = Array.from({ length: 20 }, (_, line) => `line ${line}`);
    const after = before.map((line, index) => (index === 10 ? 'new' : line));

    const diff = await diffPlans(before.join('\n'), after.join('\n'), { contextLines });

    expect(diff.hunks.map(({ lines }) => lines.length)).toEqual(lengths);
  });

  test('marks the words that changed in a line, white space too', async () => {
    const diff = await diffLines(
      ['Use Redis with a TTL of 24h.', '- [ ] task', 'trailing'],
      ['Use Redis with a TTL of 12h.', '- [x] task', 'trailing  '],
    );

    expect(show(diff.hunks[0]?.lines ?? [])).toEqual([
      '-Use Redis with a TTL of [24h].',
      '-- [[ ]] task',
      '-trailing',
      '+Use Redis with a TTL of [12h].',
      '+- [[x]] task',
      '+trailing[  ]',
    ]);
  });

  test('marks words where there are no spaces between them', async () => {
    const diff = await diffLines(['これは古い計画です'], ['これは新しい計画です']);

    expect(show(diff.hunks[0]?.lines ?? [])).toEqual(['-これは[古い]計画です', '+これは[新しい]計画です']);
  });

  test('finds the line that a changed line was, also when their numbers differ', async () => {
    const diff = await diffLines(
      ['Store the sessions in Redis.', 'Write the tests first.'],
      ['A new step before all others.', 'Store the sessions in Postgres.', 'Another.', 'Write all the tests first.'],
    );

    expect(show(diff.hunks[0]?.lines ?? [])).toEqual([
      '-Store the sessions in [Redis].',
      '-Write the tests first.',
      '+A new step before all others.',
      '+Store the sessions in [Postgres].',
      '+Another.',
      '+Write [all ]the tests first.',
    ]);
  });

  test('marks no words in lines that have little in common', async () => {
    const diff = await diffLines(['Use Redis for sessions'], ['Drop the whole table now']);

    expect(diff.hunks[0]?.lines.map(({ words }) => words)).toEqual([undefined, undefined]);
  });

  test.each([
    { name: 'the heading of an added section', before: ['# A', 'x'], after: ['# A', 'x', '## B', 'y'], heading: 'B' },
    { name: 'the new words of a renamed heading', before: ['# Old', 'x'], after: ['# New', 'x'], heading: 'New' },
    { name: 'the heading above removed lines', before: ['# A', 'x', '# B'], after: ['# A', '# B'], heading: 'A' },
    { name: 'none before the first heading', before: ['a', '# A'], after: ['b', '# A'], heading: null },
  ])('stands under $name', async ({ before, after, heading }) => {
    const diff = await diffLines(before, after);

    expect(diff.hunks[0]?.heading).toBe(heading);
  });

  test.each([
    { name: 'nothing', before: '', after: '', expected: {} },
    { name: 'a first text', before: '', after: '# Plan\n', expected: { addedLines: 1, finalLineEnd: 'added' } },
    { name: 'an emptied text', before: '# Plan\n', after: '', expected: { removedLines: 1, finalLineEnd: 'removed' } },
    { name: 'the same', before: '# Plan\n', after: '# Plan\n', expected: {} },
    {
      name: 'line ends alone',
      before: 'a\r\nb\r\n',
      after: 'a\nb\n',
      expected: { lineEnds: { from: 'crlf', to: 'lf' } },
    },
    {
      name: 'mixed line ends',
      before: 'a\nb\n',
      after: 'a\r\nb\n',
      expected: { lineEnds: { from: 'lf', to: 'mixed' } },
    },
    { name: 'the last line end alone', before: 'a\nb', after: 'a\nb\n', expected: { finalLineEnd: 'added' } },
    { name: 'the byte order mark alone', before: '\ufeffa\n', after: 'a\n', expected: { byteOrderMark: 'removed' } },
  ])('of $name has no noise and loses nothing', async ({ before, after, expected }) => {
    const { hunks, ...rest } = await diffPlans(before, after);

    expect(rest).toEqual({ addedLines: 0, removedLines: 0, ...expected });
    expect(hunks.flatMap(({ lines }) => lines)).toHaveLength(rest.addedLines + rest.removedLines);
  });

  test('of any two texts makes the one of the other', async () => {
    const line = fc.constantFrom(
      '',
      'a',
      'b',
      '# a',
      'a b c',
      'a b d',
      '```',
      '- [ ] x',
      '- [x] x',
      '日本語',
      '👩‍💻 a',
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        expect(applyDiff(before, await diffPlans(before, after))).toEqual(planLines(after));
      }),
      { numRuns: 300 },
    );
  });

  test('never throws, whatever the characters', async () => {
    const text = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const diff = await diffPlans(before, after);
        expect(applyDiff(before, diff)).toEqual(planLines(after.replace(/^\ufeff/, '')));
      }),
    );
  });

  test('of 5,000 lines of which every one changed is quick', async () => {
    const before = Array.from({ length: 5000 }, (_, line) => `${line} ${'lorem ipsum dolor sit amet '.repeat(3)}`);
    const started = performance.now();

    const diff = await diffLines(
      before,
      before.map((line) => line.replace('ipsum', 'other')),
    );

    expect(performance.now() - started).toBeLessThan(5000);
    expect(diff.addedLines).toBe(5000);
  });

  test('of texts that no diff can untangle in time is all removed and all added', async () => {
    let seed = 1;
    const next = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed;
    };
    const jumble = (): string[] => Array.from({ length: 20_000 }, () => `step ${next() % 50}`);
    const [before, after] = [jumble(), jumble()];
    const started = performance.now();

    const diff = await diffLines(before, after);

    expect(performance.now() - started).toBeLessThan(10_000);
    expect(applyDiff(`${before.join('\n')}\n`, diff)).toEqual(after);
  });

  test('of a single line of a megabyte is shown whole', async () => {
    const diff = await diffLines(['x'.repeat(1_000_000)], ['y'.repeat(1_000_000)]);

    expect(diff).toMatchObject({ addedLines: 1, removedLines: 1 });
  });
});
