import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Child, projectRoot, startChild } from './child.ts';
import { testFolder } from './planner.ts';

const plan = '# Export orders as CSV\n\n1. Choose the columns.\n';
const program = join(projectRoot, 'test/journeys/processes/planner.mjs');
/** Starts a process of the journey: see `test/journeys/processes/planner.mjs`. */
export const startPlanner = (root: string, ...words: string[]): Child => startChild([program, root, ...words]);

/** A project whose agent has submitted its plan and was then killed. */
export async function submittedAndKilled(): Promise<{ root: string; runId: string; effects: () => number }> {
  const root = await testFolder({ 'plans/a.md': plan });
  const first = startPlanner(root, 'submit');
  const line = await first.nextLine();
  expect(line).toMatchObject({ status: 'suspended' });
  first.process.kill('SIGKILL');
  await first.ended();
  const { runId } = line as { runId: string };
  const file = join(root, 'effects.txt');
  const effects = (): number => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0);
  return { root, runId, effects };
}
