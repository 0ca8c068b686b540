import { expect, test } from 'vitest';
import { countersign } from '../builders/child.ts';
import { startPlanner, submittedAndKilled } from '../builders/killed-planner.ts';

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

  const third = startPlanner(root, 'attach');
  expect(await third.nextLine()).toEqual({ status: 'success', text: 'Planning.Done.' });
  await third.ended();
  expect(effects()).toBe(1);

  const fourth = await startPlanner(root, 'attach', '300').ended();
  expect(fourth.stdout).toBe('');
  expect(effects()).toBe(1);
});

test('C-02: of two processes that approve at once one wins, and the change is made once', async () => {
  const { root, runId, effects } = await submittedAndKilled();
  const racers = [startPlanner(root, 'answer', runId, 'approved'), startPlanner(root, 'answer', runId, 'approved')];
  for (const racer of racers) expect(await racer.nextLine()).toBe('ready');

  for (const racer of racers) racer.process.stdin?.write('go\n');
  const results = await Promise.all(racers.map((racer) => racer.nextLine()));

  expect(results).toContainEqual({ status: 'success' });
  expect(results).toContainEqual({ code: 'ALREADY_DECIDED', action: 'approved' });
  expect(effects()).toBe(1);
});
