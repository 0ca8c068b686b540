import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newFile, openRaw, openStorage } from '../../test/builders/sqlite-file.ts';
import type { Change } from '../core/index.ts';
import { buildRun } from '../testing/index.ts';
import { verifyChain } from './index.ts';

function createRun(id: string): Change {
  return { type: 'run-created', run: buildRun({ id }) };
}

/** Holds the write lock of a file until it is told to let go, as another program would. */
async function lock(path: string, how = 'IMMEDIATE'): Promise<() => void> {
  const raw = openRaw(path);
  raw.exec(`BEGIN ${how}`);
  return () => raw.exec('COMMIT');
}

async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

test('a commit waits for a lock with the event loop free, and is made when the lock is', async () => {
  const path = newFile();
  const storage = openStorage({ path });
  await storage.listRuns();
  const unlock = await lock(path);

  const made = storage.commit([createRun('run-1')]);
  // Were the event loop held, this would never come to pass and the commit would fail.
  await takeTurns(50);
  expect((await storage.listRuns()).total).toBe(0);
  unlock();
  await made;

  expect((await storage.listRuns()).total).toBe(1);
});

test('commits that wait for a lock are made in the order of their calls, and as they were given', async () => {
  const path = newFile();
  let commits = 0;
  const storage = openStorage({
    path,
    now: () => {
      commits += 1;
      return String(commits);
    },
  });
  await storage.listRuns();
  const unlock = await lock(path);
  const runs = ['a', 'b', 'c', 'd'].map((id) => buildRun({ id }));

  const made = runs.map((run) => storage.commit([{ type: 'run-created', run }]));
  for (const run of runs) Object.assign(run, { agentId: 'changed since' });
  await takeTurns(20);
  unlock();
  await Promise.all(made);

  const events = await Promise.all(['a', 'b', 'c', 'd'].map((id) => storage.listEvents(id)));
  expect(events.map(([event]) => event?.at)).toEqual(['1', '2', '3', '4']);
  expect((await storage.listRuns({ agentId: 'planner' })).total).toBe(4);
});

test('a refused commit that had waited does not keep the next one from being made', async () => {
  const path = newFile();
  const storage = openStorage({ path });
  await storage.commit([createRun('run-1')]);
  const unlock = await lock(path);

  const outcomes = Promise.allSettled([storage.commit([createRun('run-1')]), storage.commit([createRun('run-2')])]);
  await takeTurns(5);
  unlock();

  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('a lock that is held too long ends the wait with the name of the file, and nothing written', async () => {
  const path = newFile();
  const storage = openStorage({ path, lockTimeoutMs: 30 });
  await storage.listRuns();
  const unlock = await lock(path);

  const call = storage.commit([createRun('run-1')]);

  await expect(call).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', file: path });
  await expect(call).rejects.toThrow('locked');
  unlock();
  expect((await storage.listRuns()).total).toBe(0);
  await storage.commit([createRun('run-1')]);
});

test('a file that is locked when it is first opened is opened when the lock is free', async () => {
  const path = newFile();
  const unlock = await lock(path, 'EXCLUSIVE');
  const storage = openStorage({ path });

  const made = storage.commit([createRun('run-1')]);
  await takeTurns(20);
  unlock();
  await made;

  expect((await storage.listRuns()).total).toBe(1);
});

test('closing ends a wait for a lock, and what waited was not written', async () => {
  const path = newFile();
  const storage = openStorage({ path });
  await storage.listRuns();
  const unlock = await lock(path);
  const made = storage.commit([createRun('run-1')]);
  const behind = storage.commit([createRun('run-2')]);

  await storage.close();

  await expect(made).rejects.toMatchObject({ code: 'STORAGE_CLOSED' });
  await expect(behind).rejects.toMatchObject({ code: 'STORAGE_CLOSED' });
  unlock();
  expect((await openStorage({ path }).listRuns()).total).toBe(0);
});

test('what a connection remembers is forgotten once another one commits', async () => {
  const path = newFile();
  const [one, other] = [openStorage({ path }), openStorage({ path })];
  const save = (version: number, step: number) =>
    ({ type: 'run-updated', runId: 'a', expect: { version }, set: { step } }) as const;
  await one.commit([{ type: 'run-created', run: buildRun({ id: 'a' }) }]);
  await other.commit([save(1, 1)]);

  await expect(one.commit([save(1, 7)])).rejects.toMatchObject({ code: 'CONFLICT' });
  await one.commit([save(2, 2)]);

  expect(await other.getRun('a')).toMatchObject({ version: 3, step: 2 });
  expect(verifyChain(await other.listEvents('a'))).toBeNull();
});
