import { expect, test } from 'vitest';
import type { Change } from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { buildRun, type Faults, faultyStorage, storageConformance } from './index.ts';

const create: Change = { type: 'run-created', run: buildRun() };
const suspend: Change = { type: 'run-updated', runId: 'run-1', expect: {}, set: { status: 'suspended' } };
const step: Change = { type: 'run-updated', runId: 'run-1', expect: {}, set: { step: 1 } };

for (const { name, run } of storageConformance) {
  test(`without faults: ${name}`, () => run(faultyStorage(memoryStorage())));
}

test('a commit that puts a run to rest fails, others do not, and the test may change its mind', async () => {
  const faults: Faults = { failSuspend: true };
  const storage = faultyStorage(memoryStorage(), faults);
  await storage.commit([create]);

  await expect(storage.commit([step, suspend])).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect(await storage.getRun('run-1')).toEqual(buildRun());

  faults.failSuspend = false;
  await storage.commit([suspend]);
  expect((await storage.getRun('run-1'))?.status).toBe('suspended');
});

test('a commit that puts a run to rest is held back, others are not', async () => {
  const storage = faultyStorage(memoryStorage(), { suspendDelayMs: 20 });
  await storage.commit([create]);

  const made = storage.commit([suspend]);
  await storage.commit([step]);
  expect(await storage.getRun('run-1')).toMatchObject({ status: 'running', step: 1 });
  await made;

  expect(await storage.getRun('run-1')).toMatchObject({ status: 'suspended' });
});

test('the commit of that number fails, alone', async () => {
  const storage = faultyStorage(memoryStorage(), { failAt: 2 });
  await storage.commit([create]);

  await expect(storage.commit([step])).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await storage.commit([step]);

  expect((await storage.getRun('run-1'))?.version).toBe(2);
  expect(storage.commits).toEqual([[create], [step], [step]]);
});

test('from the commit of that number on nothing is written or read any more', async () => {
  const inner = memoryStorage();
  const storage = faultyStorage(inner, { stopAt: 2 });
  await storage.commit([create]);

  await expect(storage.commit([step])).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await expect(storage.commit([step])).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await expect(storage.getRun('run-1')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });

  expect(await inner.getRun('run-1')).toEqual(buildRun());
});

test('a test looks at a commit and lets it fail, with its own error if it has one', async () => {
  const own = new Error('Own.');
  const storage = faultyStorage(memoryStorage(), {
    failCommit: (changes) => (changes[0]?.type === 'run-created' ? own : changes.length > 1),
  });

  await expect(storage.commit([create])).rejects.toBe(own);
  await expect(storage.commit([step, step])).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  await expect(storage.commit([step])).rejects.toMatchObject({ code: 'CONFLICT' });
});
