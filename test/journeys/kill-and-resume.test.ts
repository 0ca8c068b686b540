import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Child, countersign, projectRoot, startChild } from '../builders/child.ts';
import { testFolder } from '../builders/planner.ts';

const plan = '# Export orders as CSV\n\n1. Choose the columns.\n';
const program = join(projectRoot, 'test/journeys/processes/planner.mjs');
const start = (root: string, ...words: string[]): Child => startChild([program, root, ...words]);

/** A project whose agent has submitted its plan and was then killed. */
async function submittedAndKilled(): Promise<{ root: string; runId: string; effects: () => number }> {
  const root = await testFolder({ 'plans/a.md': plan });
  const first = start(root, 'submit');
  const line = await first.nextLine();
  expect(line).toMatchObject({ status: 'suspended' });
  first.process.kill('SIGKILL');
  await first.ended();
  const { runId } = line as { runId: string };
  const file = join(root, 'effects.txt');
  const effects = (): number => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0);
  return { root, runId, effects };
}

async function readWaiting(root: string): Promise<{ id: string; sha256: string }> {
  const listed = await countersign(['list', '--json'], root);
  const lines = listed.stdout.trim().split('\n');
  expect(lines, listed.stderr).toHaveLength(1);
  const row = JSON.parse(lines[0] ?? '{}');
  return { id: row.id ?? row.reviewId, sha256: row.sha256 ?? row.planSha256 };
}

test('a killed process, a decision by the command in another, and a third that goes on: the change is made once', async () => {
  const { root, effects } = await submittedAndKilled();
  const { id, sha256 } = await readWaiting(root);

  const approved = await countersign(['approve', id, '--sha256', sha256.slice(0, 12)], root);
  expect(approved, approved.stderr).toMatchObject({ code: 0 });
  expect(effects()).toBe(0);

  const third = start(root, 'attach');
  expect(await third.nextLine()).toEqual({ status: 'success', text: 'Planning.Done.' });
  await third.ended();
  expect(effects()).toBe(1);

  const fourth = await start(root, 'attach', '300').ended();
  expect(fourth.stdout).toBe('');
  expect(effects()).toBe(1);
});

test('C-02: of two processes that approve at once one wins, and the change is made once', async () => {
  const { root, runId, effects } = await submittedAndKilled();
  const racers = [start(root, 'answer', runId, 'approved'), start(root, 'answer', runId, 'approved')];
  for (const racer of racers) expect(await racer.nextLine()).toBe('ready');

  for (const racer of racers) racer.process.stdin?.write('go\n');
  const results = await Promise.all(racers.map((racer) => racer.nextLine()));

  expect(results).toContainEqual({ status: 'success' });
  expect(results).toContainEqual({ code: 'ALREADY_DECIDED', action: 'approved' });
  expect(effects()).toBe(1);
});
