import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CommitWatch } from './commit-watch.ts';

test('several commits in a row tell a watcher once, after the work at hand', async () => {
  const watch = new CommitWatch();
  let told = 0;
  watch.add(() => {
    told += 1;
  });

  watch.notify();
  watch.notify();
  expect(told).toBe(0);
  await nextTurn();
  expect(told).toBe(1);

  watch.notify();
  await nextTurn();
  expect(told).toBe(2);
});

test('a watcher that ended its watch meanwhile is not told', async () => {
  const watch = new CommitWatch();
  let told = 0;
  const end = watch.add(() => {
    told += 1;
  });

  watch.notify();
  end();
  await nextTurn();

  expect(told).toBe(0);
  expect(watch.isWatched).toBe(false);
});

test('one function may watch twice, and each watch ends for itself', async () => {
  const watch = new CommitWatch();
  let told = 0;
  const listener = (): void => {
    told += 1;
  };
  const end = watch.add(listener);
  watch.add(listener);
  end();

  watch.notify();
  await nextTurn();

  expect(told).toBe(1);
});
