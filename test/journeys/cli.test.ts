import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { csvPlanFile, csvPlanSha256, openCommandProject, parseLines } from '../builders/command-project.ts';
import { makeProject, putFile, runCommand, startCommand } from '../builders/run-command.ts';

// Each of these starts the command several times, on machines of all speeds.
vi.setConfig({ testTimeout: 60_000 });

describe('without a terminal', () => {
  test('review ends at once with 4, says how to decide, and the plan waits', async () => {
    const { run, json } = await openCommandProject();

    const { code, stdout, stderr } = await run('review', csvPlanFile);

    const [listed] = await json('list');
    expect(code).toBe(4);
    expect(stderr).toBe('');
    expect(stdout).toContain(`outcome: waiting\nreview: ${listed?.['reviewId']}\n`);
    expect(stdout).toContain(`sha256: ${csvPlanSha256}\n`);
    expect(stdout).toContain('This is not an approval.');
    expect(stdout).toContain(
      `\napprove: countersign approve ${listed?.['reviewId']} --sha256 ${csvPlanSha256.slice(0, 12)}\n`,
    );
    expect(stdout).toContain(`\nwait: countersign wait ${listed?.['reviewId']}\n`);
  });

  test('review --json says the same to a program', async () => {
    const { json } = await openCommandProject();

    const [object] = await json('review', csvPlanFile);

    expect(object).toMatchObject({
      outcome: 'waiting',
      title: 'Export orders as CSV',
      path: csvPlanFile,
      revision: 1,
      planSha256: csvPlanSha256,
      decision: null,
      answer: null,
      source: { host: 'shell' },
    });
    expect(Object.keys(Object(object?.['next']))).toEqual(['show', 'approve', 'reject', 'stop', 'wait']);
  });

  test('review --wait=SECONDS waits so long and ends with 4', async () => {
    const { run, json } = await openCommandProject();
    const startedAt = performance.now();

    const { code, stdout } = await run('review', '--wait=1', csvPlanFile);

    expect(performance.now() - startedAt).toBeGreaterThan(1000);
    expect(code).toBe(4);
    expect(stdout).toContain('outcome: waiting');
    expect(await json('list')).toHaveLength(1);
  });

  test('an unknown option, command or missing word is refused with 64 and starts nothing', async () => {
    const { folder, run } = await openCommandProject();

    const flag = await run('review', csvPlanFile, '--wiat');
    const command = await run('aprove', 'x');
    const missing = await run('approve');
    const seconds = await run('review', csvPlanFile, '--wait=soon');
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
    const { run, json, submit } = await openCommandProject();
    const id = await submit();

    const without = await run('approve', id);
    const short = await run('approve', id, '--sha256', csvPlanSha256.slice(0, 7));
    const other = await run('approve', id, '--sha256', 'deadbeef');

    expect(without.code).toBe(64);
    expect(without.stderr).toContain(`countersign show ${id}`);
    expect(short.code).toBe(64);
    expect(other.code).toBe(1);
    expect(other.stderr).not.toContain(csvPlanSha256.slice(0, 8));
    expect(await json('list')).toHaveLength(1);
  });

  test('a waiting command that is asked to end leaves the plan waiting and exits with 4', async () => {
    const { folder, json } = await openCommandProject();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const waiting = startCommand(['review', csvPlanFile, '--wait'], { cwd: folder });
      await waiting.until('Waiting for a decision');

      waiting.process.kill(signal);

      expect(await waiting.finished).toMatchObject({ code: 4, stdout: expect.stringContaining('outcome: waiting') });
    }
    expect(await json('list')).toHaveLength(1);
  });
});

describe('the project', () => {
  test('is the nearest parent with a database, else with .git, else the current folder', async () => {
    const { folder, run, json } = await openCommandProject();
    await mkdir(join(folder, '.git'));
    await mkdir(join(folder, 'plans/deep'));

    const { code } = await runCommand(['review', '../export-csv.md'], { cwd: join(folder, 'plans/deep') });

    expect(code).toBe(4);
    expect(await readFile(join(folder, '.countersign/.gitignore'), 'utf8')).toBe('*\n');
    expect((await json('list'))[0]).toMatchObject({ path: csvPlanFile });
    expect((await run('list')).stdout).toContain(csvPlanFile);
  });

  test('can be named, and then every command that is printed names it', async () => {
    const { folder } = await openCommandProject();
    const other = await makeProject();

    const { stdout } = await runCommand(['review', join(folder, csvPlanFile), '--dir', folder], { cwd: other });

    expect(stdout).toMatch(new RegExp(`\nwait: countersign wait \\S+ --dir ${folder}\n`));
    const nowhere = await runCommand(['list', '--dir', 'nowhere'], { cwd: other });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('--dir') });
  });

  test('without a plan says so and how to submit one, and nothing is made', async () => {
    const { folder, run } = await openCommandProject();

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
    const { run, submit } = await openCommandProject();
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
  const { folder, run, json, submit } = await openCommandProject(hostile);
  const id = await submit();
  await putFile(folder, csvPlanFile, `${hostile}\u001b[2J more\n`);
  const next = String((await json('review', csvPlanFile))[0]?.['reviewId']);
  await run('reject', next, '--feedback', 'no \u001b[31m red');

  const ends = await Promise.all([
    run('list', '--all'),
    run('list', '--all', '--json'),
    run('show', id),
    run('show', id, '--json'),
    run('diff', next),
    run('diff', next, '--json'),
    run('history'),
    run('review', csvPlanFile),
  ]);

  for (const { stdout } of ends.slice(0, -1)) expect(stdout).toMatch(/^(?:[^\p{Cc}\u202e]|\n)+$/u);
  expect(ends[2]?.stdout).toContain('Red ␛[31m title');
  expect(JSON.parse(ends[3]?.stdout ?? '')).toMatchObject({ text: hostile });
});

describe('the page', () => {
  test('of review --web prints its address and exits with the decision, made anywhere', async () => {
    const { folder, run, json } = await openCommandProject();
    const waiting = startCommand(['review', csvPlanFile, '--web', '--no-open'], { cwd: folder });
    await waiting.until('Ctrl-C ends the page');
    const [listed] = await json('list');

    await run('reject', String(listed?.['reviewId']), '--feedback', 'not yet');

    const { code, stdout, stderr } = await waiting.finished;
    expect(code).toBe(2);
    expect(stdout).toContain('not yet');
    expect(stderr).toMatch(/http:\/\/127\.0\.0\.1:\d+\/\S+/);
  });

  test('is served until it is asked to end; a taken port is exchanged', async () => {
    const { folder, submit } = await openCommandProject();
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
