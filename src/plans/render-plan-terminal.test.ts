import { readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth } from './display-width.ts';
import { renderPlanTerminal } from './render-plan-terminal.ts';

const fixtures = new URL('../../test/fixtures/plans/', import.meta.url);

async function toLines(text: string, width = 40): Promise<string[]> {
  const shown = await renderPlanTerminal(text, { width, color: false });
  expect(shown === '' || shown.endsWith('\n')).toBe(true);
  return shown.split('\n').slice(0, -1);
}

describe('a plan in a terminal', () => {
  test('has headings, text wrapped at the width, and rules', async () => {
    expect(
      await toLines('Plan *A*\n===\nWe **stream** the rows, in `chunks` of a thousand each.\n\n***\n\n### Third\n', 30),
    ).toEqual([
      '# Plan A',
      '',
      'We stream the rows, in',
      '`chunks` of a thousand each.',
      '',
      '─'.repeat(30),
      '',
      '### Third',
    ]);
  });

  test('has lists in lists, numbered ones aligned, and tasks with their boxes', async () => {
    const text =
      '- one\n  - two two two two two two two\n- [x] done\n- [ ] ~~open~~\n\n9. nine\n10. ten\n    1. [x] sub\n';

    expect(await toLines(text, 24)).toEqual([
      '• one',
      '  • two two two two two',
      '    two two',
      '☑ done',
      '☐ ~~open~~',
      '',
      ' 9. nine',
      '10. ten',
      '    1. ☑ sub',
    ]);
  });

  test('parts the items of a list that are parted in the source', async () => {
    expect(await toLines('- a\n\n  b\n\n- c\n')).toEqual(['• a', '', '  b', '', '• c']);
  });

  test('has quotes, code as it stands, and its language', async () => {
    expect(await toLines('> quote\n>\n> - item\n\n```ts title="x"\n\tif (a) {\n  *b*\n```\n\n    plain\n')).toEqual([
      '│ quote',
      '│',
      '│ • item',
      '',
      '[ts title="x"]',
      '        if (a) {',
      '      *b*',
      '',
      '    plain',
    ]);
  });

  test('breaks code that is too long, and leaves nothing out', async () => {
    expect(await toLines(`\`\`\`\n${'0123456789'.repeat(5)}\n\`\`\`\n`, 24)).toEqual([
      '    01234567890123456789',
      '    01234567890123456789',
      '    0123456789',
    ]);
  });

  test('has tables, their columns aligned by what a terminal shows', async () => {
    const text = '| 名前 | n |\n|:--|--:|\n| 日本 | 12 |\n| ❤️ x | 3 |\n';

    expect(await toLines(text)).toEqual(['名前 │  n', '─────┼───', '日本 │ 12', '❤️ x │  3']);
  });

  test('narrows tables to the width and wraps their cells', async () => {
    const text = '| a | long column |\n|---|---|\n| 1 | words that have to be wrapped |\n| 2 | x<br>y | more |\n';

    expect(await toLines(text, 24)).toEqual([
      'a │ long column',
      '──┼─────────────────────',
      '1 │ words that have to',
      '  │ be wrapped',
      '──┼─────────────────────',
      '2 │ x',
      '  │ y | more',
    ]);
  });

  test('shows a table with too many columns as records', async () => {
    const text = `| ${'abcdef'.split('').join(' | ')} |\n|${'---|'.repeat(6)}\n| 1 | 2 | 3 | 4 | 5 | 6 |\n| 7 | 8 | 9 | 10 | 11 | 12 |\n`;

    const lines = await toLines(text, 24);

    expect(lines.slice(0, 3)).toEqual(['a: 1', 'b: 2', 'c: 3']);
    expect(lines.slice(6, 8)).toEqual(['', 'a: 7']);
  });

  test('shows where links and images lead', async () => {
    const text = '[docs](https://x.y) <https://x.y> [here](#a) [f](../f.ts) ![alt](i.png) a@b.co\n';

    expect(await toLines(text, 200)).toEqual([
      'docs (https://x.y) https://x.y here f (../f.ts) [Image: alt (i.png)] a@b.co',
    ]);
  });

  test('shows what Markdown hides', async () => {
    const text =
      '---\ntitle: x\n---\n<!-- do -->\n\na <b>c</b><br>d[^1]\n\n[//]: # (it)\n\n[^1]: Note.\n[^2]: unused\n';

    expect(await toLines(text)).toEqual([
      '---',
      'title: x',
      '---',
      '',
      '<!-- do -->',
      '',
      'a <b>c</b>',
      'd[1]',
      '',
      '[//]: # (it)',
      '',
      '[^2]: unused',
      '',
      '─'.repeat(40),
      '[1] Note.',
    ]);
  });

  test('breaks lines between CJK characters, but not before their punctuation', async () => {
    expect(await toLines('一二三四五六七八九十、一 ab', 20)).toEqual(['一二三四五六七八九', '十、一 ab']);
  });

  test('is styled only where colour is asked for', async () => {
    const text = '# T\n\n**b** *i* ~~s~~ `c` [l](x)\n';
    const plain = await renderPlanTerminal(text, { width: 80, color: false });
    const styled = await renderPlanTerminal(text, { width: 80, color: true });

    expect(plain).not.toContain('\u001b');
    expect(styled).toContain('\u001b[1mb\u001b[22m \u001b[3mi\u001b[23m');
    expect(stripVTControlCharacters(styled)).toBe(plain);
  });

  test.each([
    [0, 20],
    [12.7, 20],
    [Number.NaN, 80],
    [Number.POSITIVE_INFINITY, 80],
  ])('of width %s has lines of %s', async (width, columns) => {
    expect(await toLines('***\n', width)).toEqual(['─'.repeat(columns)]);
  });

  test('that is nested too deep is shown as its source', async () => {
    const lines = await toLines(`${'>'.repeat(300)} deep\u001b[31m`, 40);

    expect(lines.join(' ')).toMatch(/^This plan is nested too deep/);
    expect(lines.join('')).toContain('deep␛[31m');
  });
});

test.each([
  ['code without tabs', `\`\`\`\n${'abc'.repeat(300_000)}\n\`\`\`\n`],
  ['tabs', `    ${'a\tb'.repeat(200_000)}`],
  ['a table of CJK', `| 名 | 前 |\n|--|--|\n${'| 日本語 | とても長いテキスト |\n'.repeat(2000)}`],
  ['emoji', '👩‍💻 '.repeat(50_000)],
])('a plan of %s takes no longer', async (_name, text) => {
  const started = performance.now();
  await renderPlanTerminal(text, { width: 40, color: true });

  expect(performance.now() - started).toBeLessThan(10_000);
});

describe('nothing of a plan reaches the terminal raw', () => {
  test.each([
    ['in text', 'a\u001b[2Jb\u009b31m\u202e\u0007'],
    ['as entities', 'a&#27;[2J&#x9b;&#8238;'],
    ['in code', '`\u001b[2J`\n\n```\u001b]0;x\u0007\n\u001b[2J\r\u001b[2K\n```\n\n    \u001bc\n'],
    ['in links and images', '[\u001b[1m](https://x.y/\u001b[2J "\u001b") ![\u001b](\u001b[2J)\n'],
    ['in HTML and comments', '<b \u001b[2J>\n\n<!-- \u001b[2J -->\n\n[a]: \u001b[2J\n'],
    ['in front matter', '---\ntitle: \u001b[2J\n---\n'],
    ['in tables', '| \u001b[2J |\n|---|\n| \u009b | \u001b |\n'],
    ['in notes', 'a[^\u001b]\n\n[^\u001b]: \u001b[2J\n'],
  ])('%s', async (_name, text) => {
    const shown = await renderPlanTerminal(text, { width: 80, color: false });

    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(shown).toMatch(/␛|U\+009B|\ufffd/);
  });

  test('whatever the Markdown, the width and the characters; and no line is wider than the terminal', async () => {
    const pieces = [
      '# ',
      '- ',
      '1. ',
      '> ',
      '```\n',
      '| a | b |\n|---|---|\n| ',
      ' | ',
      '\n',
      '\n\n',
      '    ',
      '[',
      '](',
      ')',
      '![',
      '`',
      '**',
    ];
    const odd = [
      '\u001b',
      '\u009b',
      '\u001b[31m',
      '\r',
      '\0',
      '\u202e',
      '日本語',
      '👩‍💻',
      '\ud800',
      'word '.repeat(9),
      'x'.repeat(60),
      '&#27;',
      '<b>',
      '\t',
    ];
    const piece = fc.oneof(fc.constantFrom(...pieces, ...odd), fc.string({ unit: 'binary', maxLength: 3 }));
    const markdown = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(markdown, fc.integer({ min: 20, max: 100 }), async (text, width) => {
        const plain = await renderPlanTerminal(text, { width, color: false });
        const styled = await renderPlanTerminal(text, { width, color: true });

        expect(plain).not.toMatch(/(?!\n)[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
        // Of the styled text, nothing but the sequences of our own six styles may be a control.
        expect(styled.replace(/\u001b\[(?:[123494]|2[2349]|36|39)m/g, '')).toBe(plain);
        for (const line of plain.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: 800 },
    );
  });
});

describe('every real plan', () => {
  test.each(readdirSync(fixtures))('%s is shown with all its words, no line wider than the terminal', async (name) => {
    const source = readFileSync(new URL(name, fixtures), 'utf8');

    const [narrow, wide] = [await toLines(source, 80), await toLines(source, 100_000)];

    for (const line of narrow) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    const shown = wide
      .join('\n')
      .toLowerCase()
      .replace(/(?:%[0-9a-f]{2})+/g, (encoded) => decodeURIComponent(encoded));
    const words = source.match(/[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*/gu) ?? [];
    expect([...new Set(words.filter((word) => !shown.includes(word.toLowerCase())))]).toEqual([]);
  });
});
