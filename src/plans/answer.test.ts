import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, InvalidInputError, type ReviewComment } from '../core/index.ts';
import { assertAnswerFits, formatAnswer, maxAnswerBytes } from './answer.ts';

const approved = 'Plan approved. Proceed with implementation following the approved plan.';
const context = { path: 'plans/auth.md', revision: 3 };

function comment(given: Partial<ReviewComment> = {}): ReviewComment {
  return { id: 'C1', kind: 'must', lines: [14, 16], text: 'Why 24h?', ...given };
}

describe('an approval', () => {
  test.each<[string, Decision]>([
    ['nothing', { action: 'approved' }],
    ['empty feedback', { action: 'approved', feedback: '' }],
    ['blank feedback', { action: 'approved', feedback: ' \n ' }],
    ['no comments', { action: 'approved', comments: [] }],
  ])('with %s is exactly the documented sentence', (_name, decision) => {
    expect(formatAnswer(decision, context)).toBe(approved);
  });

  test('with notes is the sentence, an empty line and the notes', () => {
    const decision: Decision = { action: 'approved', feedback: 'keep the old endpoint for one release' };

    expect(formatAnswer(decision, context)).toBe(
      `${approved}\n\nNotes to respect while implementing (do not resubmit because of them):\nkeep the old endpoint for one release`,
    );
  });

  test('with comments numbers them', () => {
    const comments = [
      comment({ quote: 'Redis TTL 24h', text: 'use 12h.' }),
      comment({ id: 'C2', kind: 'suggestion', lines: null, text: 'shorter', quote: 'a', replacement: 'b' }),
    ];

    expect(formatAnswer({ action: 'approved', comments }, context)).toBe(
      [
        approved,
        '',
        'Notes to respect while implementing (do not resubmit because of them):',
        '1. [lines 14-16] "Redis TTL 24h" — use 12h.',
        '2. [whole plan] "a" — shorter',
        '~~~diff',
        '- a',
        '+ b',
        '~~~',
      ].join('\n'),
    );
  });

  test('of an edited plan names the file that holds the approved text', () => {
    expect(formatAnswer({ action: 'approved' }, { ...context, editedPath: 'plans/auth.edited.md' })).toBe(
      `${approved}\n\nThe reviewer edited the plan before approving it. The approved text is in plans/auth.edited.md: follow that text.`,
    );
  });
});

describe('a rejection with feedback', () => {
  test('says what to change, in the order of a review, and to submit again', () => {
    const comments = [
      comment({
        quote: 'Redis TTL 24h',
        heading: 'Step 2 – Session store',
        text: 'Why 24h? Use 12h and say how it is tested.',
      }),
      comment({
        id: 'C2',
        kind: 'suggestion',
        lines: [22, 22],
        quote: 'localStorage',
        replacement: 'an httpOnly cookie',
        text: '',
      }),
      comment({ id: 'C3', kind: 'question', lines: null, text: 'Who rolls back?' }),
    ];

    expect(formatAnswer({ action: 'rejected', feedback: 'Keep the migration reversible.', comments }, context)).toBe(
      `Plan not approved: changes requested.

User feedback: 3 comments (1 must, 1 suggestion, 1 question) on revision 3 of plans/auth.md:

Keep the migration reversible.

C1 · must · lines 14-16 · under "Step 2 – Session store"
~~~
Redis TTL 24h
~~~
Why 24h? Use 12h and say how it is tested.

C2 · suggestion · line 22
~~~diff
- localStorage
+ an httpOnly cookie
~~~

C3 · question · whole plan
Who rolls back?

Revise the plan file, then call submit_plan again with its path. Answer every comment (C1, C2, C3) in it.
Edit the file; do not rewrite untouched sections. Do not start implementation.`,
    );
  });

  test('names the tool under its own id, and no revision where nobody counted', () => {
    const text = formatAnswer({ action: 'rejected', feedback: 'Add tests' }, { path: 'p.md', toolName: 'hand_in' });

    expect(text).toContain('User feedback on p.md:\n\nAdd tests\n\n');
    expect(text).toContain('call hand_in again');
    expect(text).not.toContain('submit_plan');
  });

  test('tells an agent that has only a shell to run the command again', () => {
    const text = formatAnswer({ action: 'rejected', feedback: 'Add tests' }, { path: 'p.md', isShell: true });

    expect(text).toContain('put it up again with the command you used: `countersign review`');
    expect(text).not.toContain('submit_plan');
  });

  test.each([
    `Step 2: don't "stream" — use \`COPY\`.\n\nKeep {{placeholder}} and <tag> & 100 % as they are.\nNot enough on errors; yes, but approved? no.`,
    Array.from({ length: 300 }, (_, line) => `${line + 1}. ${'long feedback '.repeat(9)}`).join('\r\n'),
    '$& $1 \\n {{feedback}} {{plan}} %s',
    '  leading and trailing  \n\n',
  ])('has the words unchanged and complete: %j', (feedback) => {
    const text = formatAnswer({ action: 'rejected', feedback, comments: [comment({ text: feedback })] }, context);

    expect(text.split(feedback)).toHaveLength(3);
    expect(text.startsWith('Plan not approved: changes requested.\n')).toBe(true);
  });

  test('never lets a quote close its fence, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('~', '\n', '`', 'a', ' ') }),
        fc.boolean(),
        (quote, isSuggestion) => {
          const given = isSuggestion ? { quote, replacement: quote } : { quote };
          const lines = formatAnswer({ action: 'rejected', comments: [comment(given)] }, context).split('\n');
          const open = lines.findIndex((line) => /^~{3,}/.test(line));
          const marks = lines[open]?.match(/^~+/)?.[0] ?? '';

          if (open !== -1)
            expect(lines.filter((line) => line.trim() === marks || line.startsWith(`${marks}diff`))).toHaveLength(2);
        },
      ),
    );
  });

  test('cuts a long quote after 12 lines and says so', () => {
    const quote = Array.from({ length: 15 }, (_, line) => `line ${line + 1}`).join('\n');
    const text = formatAnswer({ action: 'rejected', comments: [comment({ quote })] }, context);

    expect(text).toContain('line 12\n(… 3 more lines)\n~~~');
    expect(text).not.toContain('line 13');
  });

  test('puts a comment id and a heading on one line, whatever they hold', () => {
    const text = formatAnswer(
      { action: 'rejected', comments: [comment({ id: 'C1\nX', heading: 'A\n\u202eB' })] },
      context,
    );

    expect(text).toContain('C1 X · must · lines 14-16 · under "A B"\n');
  });
});

describe('a rejection without feedback', () => {
  test.each<Decision>([
    { action: 'rejected' },
    { action: 'rejected', feedback: '' },
    { action: 'rejected', feedback: ' \n' },
    { action: 'rejected', comments: [] },
  ])('tells the model to stop and to wait for the next message: %j', (decision) => {
    const text = formatAnswer(decision, context);

    expect(text).toBe(
      "Plan not approved. Stop here, change nothing, and wait for the user's next message before you revise the plan.",
    );
    expect(text).not.toContain('submit_plan');
  });
});

describe('a stop', () => {
  test('tells the model to do nothing more', () => {
    expect(formatAnswer({ action: 'rejected', stop: true }, context)).toBe(
      'Plan not approved: stopped by the reviewer.\n\nDo nothing more.',
    );
  });

  test('carries its reason', () => {
    expect(formatAnswer({ action: 'rejected', stop: true, feedback: 'Wrong repository.' }, context)).toBe(
      'Plan not approved: stopped by the reviewer.\n\nReason:\n\nWrong repository.\n\nDo nothing more.',
    );
  });
});

test('no answer but an approval begins with the approved sentence', () => {
  const decision = fc.record({ feedback: fc.string(), stop: fc.boolean() });
  fc.assert(
    fc.property(decision, (given) => {
      expect(formatAnswer({ action: 'rejected', ...given }, context)).toMatch(/^Plan not approved/);
      expect(formatAnswer({ action: 'approved', feedback: given.feedback }, context).startsWith(approved)).toBe(true);
    }),
  );
});

describe('an answer that is too long', () => {
  test('is refused with what to do, and never cut', () => {
    const fits = formatAnswer({ action: 'rejected', feedback: 'x'.repeat(maxAnswerBytes - 1000) }, context);
    const exceeds = formatAnswer({ action: 'rejected', feedback: 'é'.repeat(maxAnswerBytes / 2) }, context);

    expect(() => assertAnswerFits(fits)).not.toThrow();
    expect(() => assertAnswerFits(exceeds)).toThrow(InvalidInputError);
    expect(() => assertAnswerFits(exceeds)).toThrow(/Shorten the feedback/);
  });
});
