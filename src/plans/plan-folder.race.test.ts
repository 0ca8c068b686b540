import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlanFolder } from '../core/index.ts';
import { planFolder } from './plan-folder.ts';

const planA = '# Export orders as CSV\n\n1. Choose the columns.\n';
const secret = 'the secret of the outside file';

let base: string;
let project: string;
let plans: PlanFolder;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'plan-folder-')));
  project = join(base, 'project');
  await mkdir(join(project, 'plans', 'deep'), { recursive: true });
  await mkdir(join(base, 'elsewhere'));
  await writeFile(join(base, 'outside.md'), secret);
  await writeFile(join(base, 'elsewhere', 'x.md'), secret);
  plans = planFolder({ root: project });
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

/** Reads a plan over and over while another thread moves what lies on its path. */
async function readWhile(path: string, moves: readonly (readonly [from: string, to: string])[]): Promise<string> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const code = `const { workerData: { moves, flag } } = require('node:worker_threads');
    const { renameSync } = require('node:fs');
    while (Atomics.load(flag, 0) === 0) for (const [from, to] of moves) renameSync(from, to);`;
  const worker = new Worker(code, { eval: true, workerData: { moves, flag } });
  const ended = once(worker, 'exit');
  const seen = new Set<string>();
  for (let round = 0; round < 1500; round += 1) {
    const text = await plans.read(path).then(
      ({ bytes }) => Buffer.from(bytes).toString(),
      (error: unknown) => String(error),
    );
    seen.add(text);
  }
  Atomics.store(flag, 0, 1);
  await ended;
  return [...seen].join('\n');
}

test('a file that becomes a link while it is read never gives what lies outside', async () => {
  const [path, aside, away] = [join(project, 'plans', 'race.md'), join(base, 'aside.md'), join(base, 'link.md')];
  await writeFile(path, planA);
  await symlink(join(base, 'outside.md'), away);

  const seen = await readWhile('plans/race.md', [
    [path, aside],
    [away, path],
    [path, away],
    [aside, path],
  ]);

  expect(seen).not.toContain(secret);
});

test('a folder that becomes a link while a file in it is read never gives what lies outside', async () => {
  const [folder, aside, away] = [join(project, 'plans', 'deep'), join(base, 'aside'), join(base, 'link')];
  await writeFile(join(folder, 'x.md'), planA);
  await symlink(join(base, 'elsewhere'), away);

  const seen = await readWhile('plans/deep/x.md', [
    [folder, aside],
    [away, folder],
    [folder, away],
    [aside, folder],
  ]);

  expect(seen).not.toContain(secret);
});
