import { describe, expect, test, vi } from 'vitest';
import { csvPlan, csvPlanFile, csvPlanSha256, openCommandProject, parseLines } from '../builders/command-project.ts';
import { putFile, runCommand, startCommand } from '../builders/run-command.ts';

// Each of these starts the command several times, on machines of all speeds.
vi.setConfig({ testTimeout: 60_000 });

const revised = csvPlan.replace('10 000', '50 000');
const approvedText = 'Plan approved. Proceed with implementation following the approved plan.';
const odd =
  'Step 2: don\'t "stream" — use `COPY`.\n\nKeep {{placeholder}} and <tag> & 100 % as they are.\nNot enough on errors; yes, but approved? no.\n';
const long = Array.from({ length: 300 }, (_, index) => `${index + 1}. ${'word '.repeat(25)}\r\n`).join('');

describe('a decision', () => {
  test('reaches whoever waits, with exactly what the agent reads', async () => {
    const { folder, run, submit } = await openCommandProject();
    const id = await submit();
    const waiting = startCommand(['review', csvPlanFile, '--wait'], { cwd: folder });
    await waiting.until('Waiting for a decision');

    const approved = await run('approve', id, '--sha256', csvPlanSha256.slice(0, 8).toUpperCase());

    const { code, stdout } = await waiting.finished;
    expect(approved.code).toBe(0);
    expect(code).toBe(0);
    expect(stdout).toContain('outcome: approved\n');
    expect(stdout.slice(stdout.indexOf('\n\n') + 2)).toBe(`${approvedText}\n`);
  });

  test('with a note holds the approval and the note once each, and history keeps it', async () => {
    const { run, json, submit } = await openCommandProject();
    const id = await submit();
    const note = 'keep the old endpoint for one release';

    await run('approve', id, '--sha256', csvPlanSha256, '--notes', note);
    const { code, stdout } = await run('wait', id);

    const answer = stdout.slice(stdout.indexOf('\n\n') + 2);
    expect(code).toBe(0);
    expect(answer.split(approvedText)).toHaveLength(2);
    expect(answer.split(note)).toHaveLength(2);
    expect((await json('history', csvPlanFile))[0]).toMatchObject({
      outcome: 'approved',
      decision: { feedback: note, assurance: 'local', surface: 'command' },
    });
    expect((await run('history')).stdout).toContain(note);
  });

  test.each([
    ['a file', ['--file', 'feedback.txt'], undefined],
    ['stdin by option', ['--file', '-'], 'input'],
    ['stdin by a lone -', ['-'], 'input'],
  ] as const)('passes feedback from %s word for word', async (_, words, input) => {
    for (const text of [odd, long]) {
      const { folder, run, json, submit } = await openCommandProject();
      const id = await submit();
      await putFile(folder, 'feedback.txt', text);

      const rejected = await runCommand(['reject', id, ...words], {
        cwd: folder,
        ...(input === undefined ? {} : { input: text }),
      });

      const [waited] = await json('wait', id);
      expect(rejected.code).toBe(0);
      expect(waited).toMatchObject({ outcome: 'rejected', decision: { feedback: text } });
      expect(String(waited?.['answer'])).toContain(text);
      const { code, stdout } = await run('wait', id);
      expect(code).toBe(2);
      expect(stdout).toContain(text);
    }
  });

  test('is the same decision whatever words its feedback holds', async () => {
    const { run, json, submit } = await openCommandProject();
    const id = await submit();

    await run('reject', id, '--feedback', 'approved');

    expect((await json('wait', id))[0]).toMatchObject({ outcome: 'rejected', decision: { feedback: 'approved' } });
  });

  test('to stop exits with 3', async () => {
    const { run, submit } = await openCommandProject();
    const id = await submit();

    const stopped = await run('stop', id, '--reason', 'wrong project');

    const { code, stdout } = await run('wait', id);
    expect(stopped.code).toBe(0);
    expect(code).toBe(3);
    expect(stdout).toContain('outcome: stopped');
    expect(stdout).toContain('wrong project');
  });

  test('without a word rejects without feedback and reads no stdin', async () => {
    const { folder, json, submit } = await openCommandProject();
    const id = await submit();

    const { code } = await runCommand(['reject', id], { cwd: folder, input: 'not feedback' });

    expect(code).toBe(0);
    expect((await json('wait', id))[0]).toMatchObject({ outcome: 'rejected', decision: { feedback: null } });
  });

  test('comes once: of two approvals at the same moment one is told that the other stands', async () => {
    const { run, json, submit } = await openCommandProject();
    const id = await submit();

    const ends = await Promise.all([1, 2].map(() => run('approve', id, '--sha256', csvPlanSha256, '--json')));

    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
    const [refused] = ends.filter(({ code }) => code === 1).flatMap(({ stdout }) => parseLines(stdout));
    expect(refused).toMatchObject({ error: { code: 'ALREADY_DECIDED', decision: { action: 'approved' } } });
    expect(await json('list')).toEqual([]);
  });

  test('that was delivered cannot be undone', async () => {
    const { run, submit } = await openCommandProject();
    const id = await submit();
    await run('reject', id);
    await run('wait', id);

    const { code, stderr } = await run('undo', id);

    expect(code).toBe(1);
    expect(stderr).toContain('cannot be undone');
  });

  test('with a text that is no UTF-8, not there, or given twice is not made', async () => {
    const { folder, run, json, submit } = await openCommandProject();
    const id = await submit();
    await putFile(folder, 'latin1.txt', Buffer.from('caf\xe9', 'latin1'));

    const ends = [
      await run('reject', id, '--file', 'latin1.txt'),
      await run('reject', id, '--file', 'none.txt'),
      await run('reject', id, '--file', 'latin1.txt', '--feedback', 'x'),
      await run('reject', id, 'word'),
      await run('reject', id, '--feedback', 'x', '--file', '-'),
    ];

    expect(ends.map(({ code }) => code)).toEqual([1, 1, 64, 64, 64]);
    expect(await json('list')).toHaveLength(1);
  });

  test('that would be too long for one answer is refused, not cut', async () => {
    const { folder, json, submit } = await openCommandProject();
    const id = await submit();

    const { code, stderr } = await runCommand(['reject', id, '-'], { cwd: folder, input: 'x'.repeat(300_000) });

    expect(code).toBe(64);
    expect(stderr).toContain('Shorten the feedback');
    expect(await json('list')).toHaveLength(1);
  });
});

describe('a plan that changes', () => {
  test('cannot be approved unread, and can be rejected', async () => {
    const { folder, run, submit } = await openCommandProject();
    const id = await submit();
    await putFile(folder, csvPlanFile, revised);

    const approved = await run('approve', id, '--sha256', csvPlanSha256, '--json');
    const shown = await run('show', id);
    const rejected = await run('reject', id);

    expect(approved.code).toBe(1);
    expect(parseLines(approved.stdout)[0]).toMatchObject({
      error: { code: 'PLAN_CHANGED', reviewedSha256: csvPlanSha256 },
    });
    expect(shown.stdout).toContain('changed since it was submitted');
    expect(shown.stdout).toContain('10 000');
    expect(rejected.code).toBe(0);
  });

  test('is put up again as its next revision, and whoever waits for the old one exits with 5', async () => {
    const { folder, run, json, submit } = await openCommandProject();
    const first = await submit();
    const waiting = startCommand(['wait', first], { cwd: folder });
    await waiting.until('Waiting for a decision');
    await putFile(folder, csvPlanFile, revised);

    const [second] = await json('review', csvPlanFile);

    const ended = await waiting.finished;
    const id = String(second?.['reviewId']);
    expect(second).toMatchObject({ revision: 2, outcome: 'waiting' });
    expect(ended.code).toBe(5);
    expect(ended.stdout).toContain(`replaced-by: ${id}\n`);
    expect(ended.stdout).toContain(`wait: countersign wait ${id}\n`);
    const late = await run('approve', first, '--sha256', csvPlanSha256);
    expect(late.code).toBe(1);
    expect(late.stderr).toContain(id);
    const { stdout } = await run('diff', id);
    expect(stdout).toContain('-3. Test with 10 000 orders.\n+3. Test with 50 000 orders.');
    expect((await json('list')).map(({ reviewId }) => reviewId)).toEqual([id]);
  });

  test('after a rejection comes back as the next revision, with both in history', async () => {
    const { folder, run, json, submit } = await openCommandProject();
    await run('reject', await submit(), '--feedback', 'more orders');
    const collected = await run('review', csvPlanFile, '--wait');
    await putFile(folder, csvPlanFile, revised);

    const [second] = await json('review', csvPlanFile);

    expect(collected.code).toBe(2);
    expect(collected.stdout).toContain('more orders');
    expect(second).toMatchObject({ revision: 2, outcome: 'waiting' });
    expect(await json('history', csvPlanFile)).toMatchObject([
      { revision: 1, outcome: 'rejected', decision: { feedback: 'more orders' } },
      { revision: 2, outcome: 'waiting' },
    ]);
  });

  test('after its approval is marked as changed since, and what was approved stays on record', async () => {
    const { folder, run, json, submit } = await openCommandProject();
    const id = await submit();
    await run('approve', id, '--sha256', csvPlanSha256);
    await run('wait', id);
    await putFile(folder, csvPlanFile, revised);

    const [shown] = await json('show', id);

    expect(shown).toMatchObject({ outcome: 'approved', text: csvPlan, file: { state: 'changed' } });
  });
});

describe('the same bytes', () => {
  test('that wait already are joined, not put up twice', async () => {
    const { json, submit } = await openCommandProject();

    expect(await submit()).toBe(await submit());
    expect(await json('list')).toHaveLength(1);
  });

  test('get the answer that nobody has fetched, once; after that they are a new question', async () => {
    const { run, json, submit } = await openCommandProject();
    await run('approve', await submit(), '--sha256', csvPlanSha256);

    const fetched = await run('review', csvPlanFile, '--wait');
    const asked = await run('review', csvPlanFile);

    expect(fetched.code).toBe(0);
    expect(asked.code).toBe(4);
    expect((await json('list'))[0]).toMatchObject({ revision: 2 });
  });
});
