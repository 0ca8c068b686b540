import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { type Finished, makeProject, putFile, runCommand, startCommand } from '../builders/run-command.ts';

// Each of these starts the command several times, on machines of all speeds.
vi.setConfig({ testTimeout: 60_000 });

const plan = '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';
const revised = plan.replace('10 000', '50 000');
const approvedText = 'Plan approved. Proceed with implementation following the approved plan.';
const odd =
  'Step 2: don\'t "stream" — use `COPY`.\n\nKeep {{placeholder}} and <tag> & 100 % as they are.\nNot enough on errors; yes, but approved? no.\n';
const long = Array.from({ length: 300 }, (_, index) => `${index + 1}. ${'word '.repeat(25)}\r\n`).join('');

const planFile = 'plans/export-csv.md';
const sha256 = createHash('sha256').update(plan).digest('hex');

/** A project with one plan, and the command in it. */
interface OpenProject {
  readonly folder: string;
  run(...args: readonly string[]): Promise<Finished>;
  /** Runs it with `--json` and gives the lines of its stdout. */
  json(...args: readonly string[]): Promise<Record<string, unknown>[]>;
  /** Puts the plan up and gives the review's id. */
  submit(): Promise<string>;
}

async function openProject(text: string | Uint8Array = plan): Promise<OpenProject> {
  const folder = await makeProject({ [planFile]: text });
  const run = (...args: readonly string[]): Promise<Finished> => runCommand(args, { cwd: folder });
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>[]> =>
    parseLines((await run(...args, '--json')).stdout);
  const submit = async (): Promise<string> => String((await json('review', planFile))[0]?.['reviewId']);
  return { folder, run, json, submit };
}

function parseLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('without a terminal', () => {
  test('review ends at once with 4, says how to decide, and the plan waits', async () => {
    const { run, json } = await openProject();

    const { code, stdout, stderr } = await run('review', planFile);

    const [listed] = await json('list');
    expect(code).toBe(4);
    expect(stderr).toBe('');
    expect(stdout).toContain(`outcome: waiting\nreview: ${listed?.['reviewId']}\n`);
    expect(stdout).toContain(`sha256: ${sha256}\n`);
    expect(stdout).toContain('This is not an approval.');
    expect(stdout).toContain(
      `\napprove: countersign approve ${listed?.['reviewId']} --sha256 ${sha256.slice(0, 12)}\n`,
    );
    expect(stdout).toContain(`\nwait: countersign wait ${listed?.['reviewId']}\n`);
  });

  test('review --json says the same to a program', async () => {
    const { json } = await openProject();

    const [object] = await json('review', planFile);

    expect(object).toMatchObject({
      outcome: 'waiting',
      title: 'Export orders as CSV',
      path: planFile,
      revision: 1,
      planSha256: sha256,
      decision: null,
      answer: null,
      source: { host: 'shell' },
    });
    expect(Object.keys(Object(object?.['next']))).toEqual(['show', 'approve', 'reject', 'stop', 'wait']);
  });

  test('review --wait=SECONDS waits so long and ends with 4', async () => {
    const { run, json } = await openProject();
    const startedAt = performance.now();

    const { code, stdout } = await run('review', '--wait=1', planFile);

    expect(performance.now() - startedAt).toBeGreaterThan(1000);
    expect(code).toBe(4);
    expect(stdout).toContain('outcome: waiting');
    expect(await json('list')).toHaveLength(1);
  });

  test('an unknown option, command or missing word is refused with 64 and starts nothing', async () => {
    const { folder, run } = await openProject();

    const flag = await run('review', planFile, '--wiat');
    const command = await run('aprove', 'x');
    const missing = await run('approve');
    const seconds = await run('review', planFile, '--wait=soon');
    const port = await run('serve', '--port', '99999');

    for (const { code, stdout } of [flag, command, missing, seconds, port]) {
      expect(code).toBe(64);
      expect(stdout).toBe('');
    }
    expect(flag.stderr).toContain('Did you mean --wait?');
    expect(command.stderr).toContain('Did you mean approve?');
    expect(existsSync(join(folder, '.countersign'))).toBe(false);
  });

  test('approve needs the digest of what was read', async () => {
    const { run, json, submit } = await openProject();
    const id = await submit();

    const without = await run('approve', id);
    const short = await run('approve', id, '--sha256', sha256.slice(0, 7));
    const other = await run('approve', id, '--sha256', 'deadbeef');

    expect(without.code).toBe(64);
    expect(without.stderr).toContain(`countersign show ${id}`);
    expect(short.code).toBe(64);
    expect(other.code).toBe(1);
    expect(other.stderr).not.toContain(sha256.slice(0, 8));
    expect(await json('list')).toHaveLength(1);
  });

  test('a waiting command that is asked to end leaves the plan waiting and exits with 4', async () => {
    const { folder, json } = await openProject();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const waiting = startCommand(['review', planFile, '--wait'], { cwd: folder });
      await waiting.until('Waiting for a decision');

      waiting.process.kill(signal);

      expect(await waiting.finished).toMatchObject({ code: 4, stdout: expect.stringContaining('outcome: waiting') });
    }
    expect(await json('list')).toHaveLength(1);
  });
});

describe('a decision', () => {
  test('reaches whoever waits, with exactly what the agent reads', async () => {
    const { folder, run, submit } = await openProject();
    const id = await submit();
    const waiting = startCommand(['review', planFile, '--wait'], { cwd: folder });
    await waiting.until('Waiting for a decision');

    const approved = await run('approve', id, '--sha256', sha256.slice(0, 8).toUpperCase());

    const { code, stdout } = await waiting.finished;
    expect(approved.code).toBe(0);
    expect(code).toBe(0);
    expect(stdout).toContain('outcome: approved\n');
    expect(stdout.slice(stdout.indexOf('\n\n') + 2)).toBe(`${approvedText}\n`);
  });

  test('with a note holds the approval and the note once each, and history keeps it', async () => {
    const { run, json, submit } = await openProject();
    const id = await submit();
    const note = 'keep the old endpoint for one release';

    await run('approve', id, '--sha256', sha256, '--notes', note);
    const { code, stdout } = await run('wait', id);

    const answer = stdout.slice(stdout.indexOf('\n\n') + 2);
    expect(code).toBe(0);
    expect(answer.split(approvedText)).toHaveLength(2);
    expect(answer.split(note)).toHaveLength(2);
    expect((await json('history', planFile))[0]).toMatchObject({
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
      const { folder, run, json, submit } = await openProject();
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
    const { run, json, submit } = await openProject();
    const id = await submit();

    await run('reject', id, '--feedback', 'approved');

    expect((await json('wait', id))[0]).toMatchObject({ outcome: 'rejected', decision: { feedback: 'approved' } });
  });

  test('to stop exits with 3', async () => {
    const { run, submit } = await openProject();
    const id = await submit();

    const stopped = await run('stop', id, '--reason', 'wrong project');

    const { code, stdout } = await run('wait', id);
    expect(stopped.code).toBe(0);
    expect(code).toBe(3);
    expect(stdout).toContain('outcome: stopped');
    expect(stdout).toContain('wrong project');
  });

  test('without a word rejects without feedback and reads no stdin', async () => {
    const { folder, json, submit } = await openProject();
    const id = await submit();

    const { code } = await runCommand(['reject', id], { cwd: folder, input: 'not feedback' });

    expect(code).toBe(0);
    expect((await json('wait', id))[0]).toMatchObject({ outcome: 'rejected', decision: { feedback: null } });
  });

  test('comes once: of two approvals at the same moment one is told that the other stands', async () => {
    const { run, json, submit } = await openProject();
    const id = await submit();

    const ends = await Promise.all([1, 2].map(() => run('approve', id, '--sha256', sha256, '--json')));

    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1]);
    const [refused] = ends.filter(({ code }) => code === 1).flatMap(({ stdout }) => parseLines(stdout));
    expect(refused).toMatchObject({ error: { code: 'ALREADY_DECIDED', decision: { action: 'approved' } } });
    expect(await json('list')).toEqual([]);
  });

  test('that was delivered cannot be undone', async () => {
    const { run, submit } = await openProject();
    const id = await submit();
    await run('reject', id);
    await run('wait', id);

    const { code, stderr } = await run('undo', id);

    expect(code).toBe(1);
    expect(stderr).toContain('cannot be undone');
  });

  test('with a text that is no UTF-8, not there, or given twice is not made', async () => {
    const { folder, run, json, submit } = await openProject();
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
    const { folder, json, submit } = await openProject();
    const id = await submit();

    const { code, stderr } = await runCommand(['reject', id, '-'], { cwd: folder, input: 'x'.repeat(300_000) });

    expect(code).toBe(64);
    expect(stderr).toContain('Shorten the feedback');
    expect(await json('list')).toHaveLength(1);
  });
});

describe('a plan that changes', () => {
  test('cannot be approved unread, and can be rejected', async () => {
    const { folder, run, submit } = await openProject();
    const id = await submit();
    await putFile(folder, planFile, revised);

    const approved = await run('approve', id, '--sha256', sha256, '--json');
    const shown = await run('show', id);
    const rejected = await run('reject', id);

    expect(approved.code).toBe(1);
    expect(parseLines(approved.stdout)[0]).toMatchObject({ error: { code: 'PLAN_CHANGED', reviewedSha256: sha256 } });
    expect(shown.stdout).toContain('changed since it was submitted');
    expect(shown.stdout).toContain('10 000');
    expect(rejected.code).toBe(0);
  });

  test('is put up again as its next revision, and whoever waits for the old one exits with 5', async () => {
    const { folder, run, json, submit } = await openProject();
    const first = await submit();
    const waiting = startCommand(['wait', first], { cwd: folder });
    await waiting.until('Waiting for a decision');
    await putFile(folder, planFile, revised);

    const [second] = await json('review', planFile);

    const ended = await waiting.finished;
    const id = String(second?.['reviewId']);
    expect(second).toMatchObject({ revision: 2, outcome: 'waiting' });
    expect(ended.code).toBe(5);
    expect(ended.stdout).toContain(`replaced-by: ${id}\n`);
    expect(ended.stdout).toContain(`wait: countersign wait ${id}\n`);
    const late = await run('approve', first, '--sha256', sha256);
    expect(late.code).toBe(1);
    expect(late.stderr).toContain(id);
    const { stdout } = await run('diff', id);
    expect(stdout).toContain('-3. Test with 10 000 orders.\n+3. Test with 50 000 orders.');
    expect((await json('list')).map(({ reviewId }) => reviewId)).toEqual([id]);
  });

  test('after a rejection comes back as the next revision, with both in history', async () => {
    const { folder, run, json, submit } = await openProject();
    await run('reject', await submit(), '--feedback', 'more orders');
    const collected = await run('review', planFile, '--wait');
    await putFile(folder, planFile, revised);

    const [second] = await json('review', planFile);

    expect(collected.code).toBe(2);
    expect(collected.stdout).toContain('more orders');
    expect(second).toMatchObject({ revision: 2, outcome: 'waiting' });
    expect(await json('history', planFile)).toMatchObject([
      { revision: 1, outcome: 'rejected', decision: { feedback: 'more orders' } },
      { revision: 2, outcome: 'waiting' },
    ]);
  });

  test('after its approval is marked as changed since, and what was approved stays on record', async () => {
    const { folder, run, json, submit } = await openProject();
    const id = await submit();
    await run('approve', id, '--sha256', sha256);
    await run('wait', id);
    await putFile(folder, planFile, revised);

    const [shown] = await json('show', id);

    expect(shown).toMatchObject({ outcome: 'approved', text: plan, file: { state: 'changed' } });
  });
});

describe('the same bytes', () => {
  test('that wait already are joined, not put up twice', async () => {
    const { json, submit } = await openProject();

    expect(await submit()).toBe(await submit());
    expect(await json('list')).toHaveLength(1);
  });

  test('get the answer that nobody has fetched, once; after that they are a new question', async () => {
    const { run, json, submit } = await openProject();
    await run('approve', await submit(), '--sha256', sha256);

    const fetched = await run('review', planFile, '--wait');
    const asked = await run('review', planFile);

    expect(fetched.code).toBe(0);
    expect(asked.code).toBe(4);
    expect((await json('list'))[0]).toMatchObject({ revision: 2 });
  });
});

describe('a file that is no plan', () => {
  test.each([
    ['missing', 'plans/none.md', async () => undefined],
    ['empty', 'plans/empty.md', async (folder: string) => putFile(folder, 'plans/empty.md', '')],
    ['blank', 'plans/blank.md', async (folder: string) => putFile(folder, 'plans/blank.md', ' \n\n\t\n')],
    ['a folder', 'plans', async () => undefined],
    ['too large', 'plans/big.md', async (folder: string) => putFile(folder, 'plans/big.md', '# Big\n'.repeat(200_000))],
    ['binary', 'plans/bin.md', async (folder: string) => putFile(folder, 'plans/bin.md', Buffer.from([35, 32, 0, 1]))],
    [
      'not UTF-8',
      'plans/l1.md',
      async (folder: string) => putFile(folder, 'plans/l1.md', Buffer.from('# caf\xe9', 'latin1')),
    ],
    ['outside', '../outside.md', async () => undefined],
    [
      'a link outside',
      'plans/link.md',
      async (folder: string) => symlink('/etc/hostname', join(folder, 'plans/link.md')),
    ],
  ] as const)('(%s) is refused with its path and the reason, and nothing waits', async (_, path, prepare) => {
    const { folder, run, json } = await openProject();
    await prepare(folder);

    const { code, stdout, stderr } = await run('review', path);

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^The plan ".*" cannot be read: .+\n$/);
    expect(stderr).toContain(path.split('/').at(-1));
    expect(await json('list')).toEqual([]);
  });

  test('because this account may not read it is refused too', async () => {
    const { folder, json } = await openProject();
    const secret = join(folder, planFile);
    await chmod(secret, 0o000);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await handOver(folder, 65_534);

    const { code, stderr } = await runCommand(['review', planFile], {
      cwd: folder,
      ...(isRoot ? { uid: 65_534 } : {}),
    });

    expect(code).toBe(1);
    expect(stderr).toContain(`The plan "${secret}" cannot be read`);
    expect(await json('list')).toEqual([]);
  });

  test('is not what a plan behind a link to its project is', async () => {
    const { folder, json } = await openProject();
    const elsewhere = await makeProject();
    const link = join(elsewhere, 'link');
    await symlink(folder, link);

    const inside = await runCommand(['review', planFile], { cwd: link, env: { PWD: link } });
    const absolute = await runCommand(['review', join(link, planFile), '--dir', link], { cwd: elsewhere });

    expect(inside.code).toBe(4);
    expect(absolute.code).toBe(4);
    expect(await json('list')).toMatchObject([{ path: planFile }]);
  });
});

/** Gives a project to another account. */
async function handOver(folder: string, uid: number): Promise<void> {
  for (const path of ['', 'plans', planFile]) await chown(join(folder, path), uid, uid);
}

describe('a database that cannot be used', () => {
  test('of a newer version is named, and left as it is', async () => {
    const { folder, run, submit } = await openProject();
    await submit();
    const file = join(folder, '.countersign/countersign.db');
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 99');
    database.close();

    const { code, stderr } = await run('list');

    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(stderr).toContain('newer countersign');
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('because it is damaged is named, and left as it is', async () => {
    const { folder, run } = await openProject();
    const file = join(folder, '.countersign/countersign.db');
    await putFile(
      folder,
      '.countersign/countersign.db',
      'no database at all, but long enough to be read as one'.repeat(20),
    );
    const before = await readFile(file);

    const { code, stderr } = await run('review', planFile);

    expect(code).toBe(1);
    expect(stderr).toContain(file);
    expect(await readFile(file)).toEqual(before);
  });

  test('because its folder is a file is named', async () => {
    const { folder, run } = await openProject();
    await putFile(folder, '.countersign', 'a file');

    const { code, stderr } = await run('review', planFile);

    expect(code).toBe(1);
    expect(stderr).toContain(join(folder, '.countersign'));
  });
});

describe('the project', () => {
  test('is the nearest parent with a database, else with .git, else the current folder', async () => {
    const { folder, run, json } = await openProject();
    await mkdir(join(folder, '.git'));
    await mkdir(join(folder, 'plans/deep'));

    const { code } = await runCommand(['review', '../export-csv.md'], { cwd: join(folder, 'plans/deep') });

    expect(code).toBe(4);
    expect(await readFile(join(folder, '.countersign/.gitignore'), 'utf8')).toBe('*\n');
    expect((await json('list'))[0]).toMatchObject({ path: planFile });
    expect((await run('list')).stdout).toContain(planFile);
  });

  test('can be named, and then every command that is printed names it', async () => {
    const { folder } = await openProject();
    const other = await makeProject();

    const { stdout } = await runCommand(['review', join(folder, planFile), '--dir', folder], { cwd: other });

    expect(stdout).toMatch(new RegExp(`\nwait: countersign wait \\S+ --dir ${folder}\n`));
    const nowhere = await runCommand(['list', '--dir', 'nowhere'], { cwd: other });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('--dir') });
  });

  test('without a plan says so and how to submit one, and nothing is made', async () => {
    const { folder, run } = await openProject();

    const { code, stdout, stderr } = await run('list');

    expect(code).toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain('No plan is waiting.');
    expect(stderr).toContain('countersign review PLAN.md');
    expect((await run('show', 'abcdef12')).code).toBe(1);
    expect(existsSync(join(folder, '.countersign'))).toBe(false);
  });
});

describe('ids', () => {
  test('may be shortened to what the list shows; an unknown one is told', async () => {
    const { run, submit } = await openProject();
    const id = await submit();
    const listed = (await run('list')).stdout.split('\n')[1]?.split(' ')[0] ?? '';

    const shown = await run('show', listed);
    const joined = await run('review', listed);
    const unknown = await run('show', '00000000');

    expect(id.startsWith(listed)).toBe(true);
    expect(shown.stdout).toContain('1. Choose the columns.');
    expect(joined).toMatchObject({ code: 4, stdout: expect.stringContaining(`review: ${id}\n`) });
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toContain('00000000');
  });
});

test('control and escape sequences of a plan never reach stdout raw', async () => {
  const hostile = '# Red \u001b[31m title \u202e\n\n\u001b]0;owned\u0007 text \u009b2J\n';
  const { folder, run, json, submit } = await openProject(hostile);
  const id = await submit();
  await putFile(folder, planFile, `${hostile}\u001b[2J more\n`);
  const next = String((await json('review', planFile))[0]?.['reviewId']);
  await run('reject', next, '--feedback', 'no \u001b[31m red');

  const ends = await Promise.all([
    run('list', '--all'),
    run('list', '--all', '--json'),
    run('show', id),
    run('show', id, '--json'),
    run('diff', next),
    run('diff', next, '--json'),
    run('history'),
    run('review', planFile),
  ]);

  for (const { stdout } of ends.slice(0, -1)) expect(stdout).toMatch(/^(?:[^\p{Cc}\u202e]|\n)+$/u);
  expect(ends[2]?.stdout).toContain('Red ␛[31m title');
  expect(JSON.parse(ends[3]?.stdout ?? '')).toMatchObject({ text: hostile });
});

describe('the page', () => {
  test('of review --web prints its address and exits with the decision, made anywhere', async () => {
    const { folder, run, json } = await openProject();
    const waiting = startCommand(['review', planFile, '--web', '--no-open'], { cwd: folder });
    await waiting.until('Ctrl-C ends the page');
    const [listed] = await json('list');

    await run('reject', String(listed?.['reviewId']), '--feedback', 'not yet');

    const { code, stdout, stderr } = await waiting.finished;
    expect(code).toBe(2);
    expect(stdout).toContain('not yet');
    expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\S+/);
  });

  test('is served until it is asked to end; a taken port is exchanged', async () => {
    const { folder, submit } = await openProject();
    await submit();
    const first = startCommand(['serve', '--json'], { cwd: folder });
    await first.until('"url"');
    await first.until('Ctrl-C');
    const port = String(parseLines(first.readStdout())[0]?.['port']);
    const second = startCommand(['serve', '--port', port], { cwd: folder });
    await second.until('Ctrl-C');

    first.process.kill('SIGINT');
    second.process.kill('SIGTERM');

    const [one, two] = await Promise.all([first.finished, second.finished]);
    expect(one.code).toBe(0);
    expect(two.code).toBe(0);
    expect(two.stderr).toContain(`Port ${port} is taken`);
    expect(two.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  });
});

test('a Node that is too old is told so in one line', async () => {
  const folder = await makeProject();
  const pretend = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.1" } })';

  const { code, stdout, stderr } = await runCommand(['list'], {
    cwd: folder,
    nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`],
  });

  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^countersign needs Node 22\.13 or newer; this is v.+\n$/);
});
