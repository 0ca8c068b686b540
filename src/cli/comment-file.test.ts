import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReviewComment } from '../core/index.ts';
import { formatCommentFile, parseCommentFile } from './comment-file.ts';

const plan = '# Export orders\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';

function write(comments: readonly ReviewComment[] = [], text: string = plan): string {
  return formatCommentFile({ text, comments, help: ['Help.'] });
}

/** The file with lines added below a line of the plan. */
function addBelow(file: string, line: number, added: string): string {
  return file.replace(new RegExp(`^${line} *\\|.*$`, 'm'), (found) => `${found}\n${added}`);
}

describe('a plan in the editor', () => {
  test('is written with a number before each of its lines and help above', () => {
    expect(write()).toBe(
      '#: Help.\n1 | # Export orders\n2 |\n3 | 1. Choose the columns.\n4 | 2. Stream the rows.\n5 | 3. Test with 10 000 orders.\n',
    );
  });

  test('shows control characters as marks', () => {
    const file = write([], 'a \u001b[31mred\u001b[0m\n');

    expect(file).not.toContain('\u001b');
    expect(parseCommentFile(file, 'a \u001b[31mred\u001b[0m\n').comments).toEqual([]);
  });

  test('has no comments when it comes back unchanged', () => {
    expect(parseCommentFile(write(), plan)).toEqual({ comments: [], removedLines: [] });
  });

  test('has no comments when the editor trimmed its lines and changed their ends', () => {
    const text = 'one  \ntwo\t\n';

    expect(parseCommentFile(write([], text).replaceAll('\n', '\r\n'), text).comments).toEqual([]);
  });
});

describe('added lines', () => {
  test('below a line are a comment on it, with its text and heading', () => {
    const file = addBelow(write(), 4, 'Use COPY.\n\nWith a limit.');

    expect(parseCommentFile(file, plan).comments).toEqual([
      {
        id: 'C1',
        kind: 'must',
        lines: [4, 4],
        quote: '2. Stream the rows.',
        heading: 'Export orders',
        text: 'Use COPY.\n\nWith a limit.',
      },
    ]);
  });

  test('above the first line are a comment on the whole plan', () => {
    expect(parseCommentFile(`Too long.\n${write()}`, plan).comments).toEqual([
      { id: 'C1', kind: 'must', lines: null, text: 'Too long.' },
    ]);
  });

  test('can name other lines and a kind, and each beginning starts a comment', () => {
    const file = addBelow(write(), 5, '3-5: question: Why these?\nAnd why so few?\nmust: Say how long it takes.');

    expect(parseCommentFile(file, plan).comments).toMatchObject([
      { kind: 'question', lines: [3, 5], text: 'Why these?\nAnd why so few?' },
      { kind: 'must', lines: [5, 5], text: 'Say how long it takes.' },
    ]);
  });

  test('that begin like a time or a year are kept word for word', () => {
    const file = addBelow(write(), 3, '10:30 is too early\n2024: we tried this');

    expect(parseCommentFile(file, plan).comments).toMatchObject([
      { lines: [3, 3], text: '10:30 is too early\n2024: we tried this' },
    ]);
  });

  test('that repeat a line of the plan stay part of the comment', () => {
    const file = addBelow(write(), 5, 'As in\n3 | 1. Choose the columns.\nplease.');

    expect(parseCommentFile(file, plan).comments).toMatchObject([
      { lines: [5, 5], text: 'As in\n3 | 1. Choose the columns.\nplease.' },
    ]);
  });

  test('with ">" are a replacement in a suggestion and a quotation elsewhere', () => {
    const suggestion = addBelow(write(), 4, 'suggestion: faster\n> 2. COPY the rows.');
    const comment = addBelow(write(), 4, '> the rows\nWhich?');

    expect(parseCommentFile(suggestion, plan).comments).toMatchObject([
      { kind: 'suggestion', text: 'faster', replacement: '2. COPY the rows.' },
    ]);
    expect(parseCommentFile(comment, plan).comments).toMatchObject([{ kind: 'must', text: '> the rows\nWhich?' }]);
  });
});

describe("a plan's own lines", () => {
  test('changed in place are a suggestion', () => {
    const file = write().replace('10 000', '50 000');

    expect(parseCommentFile(file, plan).comments).toMatchObject([
      {
        kind: 'suggestion',
        lines: [5, 5],
        quote: '3. Test with 10 000 orders.',
        replacement: '3. Test with 50 000 orders.',
        text: '',
      },
    ]);
  });

  test('removed are told apart and are no comment', () => {
    const file = write().replace('4 | 2. Stream the rows.\n', '');

    expect(parseCommentFile(file, plan)).toEqual({ comments: [], removedLines: [4] });
  });
});

test('comments come back as they were written', () => {
  const words = fc
    .array(fc.constantFrom('must: x', '3 | y', '#: z', '4-5: w', 'plain', '', '  indented', 'ünï 漢字', 'a | b'), {
      minLength: 1,
      maxLength: 5,
    })
    .map((lines) => `first\n${lines.join('\n')}`.trimEnd());
  const place = fc.constantFrom<readonly [number, number] | null>(null, [1, 1], [3, 5], [5, 5]);
  const comment = fc.record({ kind: fc.constantFrom('must' as const, 'question' as const), lines: place, text: words });

  fc.assert(
    fc.property(fc.array(comment, { maxLength: 4 }), (drafts) => {
      const comments = drafts.map((draft, index) => ({ id: `C${index + 1}`, ...draft }));

      const read = parseCommentFile(write(comments), plan).comments;

      const bare = read.map(({ kind, lines, text }) => JSON.stringify({ kind, lines, text: unindent(text) })).sort();
      expect(bare).toEqual(
        comments.map(({ kind, lines, text }) => JSON.stringify({ kind, lines, text: unindent(text) })).sort(),
      );
    }),
  );
});

/** Lines that look like something else are indented by one blank. */
function unindent(text: string): string {
  return text.replaceAll(/^ (?! )/gm, '');
}
