import { mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, newFile, openRaw, openStorage } from '../../test/builders/sqlite-file.ts';
import { buildRun, storageConformance } from '../testing/index.ts';
import { verifyChain } from './event-chain.ts';
import { openDatabase } from './open-database.ts';

describe('a storage in SQLite', () => {
  for (const { name, run } of storageConformance) test(name, () => run(openStorage()));
});

test('what was committed is there after the file was closed and opened again', async () => {
  const path = newFile();
  const first = openStorage({ path });
  await first.commit([{ type: 'run-created', run: buildRun() }]);
  await first.close();

  const second = openStorage({ path });
  await second.commit([{ type: 'run-updated', runId: 'run-1', expect: { version: 1 }, set: { step: 1 } }]);

  expect(await second.getRun('run-1')).toEqual(buildRun({ step: 1, version: 2 }));
  const events = await second.listEvents('run-1');
  expect(events.map(({ number }) => number)).toEqual([1, 2]);
  expect(verifyChain(events)).toBeNull();
});

test('the file and the folders above it are made for this account alone, the side files too', async () => {
  const path = join(makeFolder(), 'deep', 'folder', 'countersign.db');

  await openStorage({ path }).commit([{ type: 'run-created', run: buildRun() }]);

  const mode = (at: string): string => (statSync(at).mode & 0o777).toString(8);
  expect([mode(path), mode(`${path}-wal`), mode(`${path}-shm`)]).toEqual(['600', '600', '600']);
  expect([mode(dirname(path)), mode(dirname(dirname(path)))]).toEqual(['700', '700']);
});

test('folders that are there already keep their rights', async () => {
  const folder = join(makeFolder(), 'shared');
  mkdirSync(folder, { mode: 0o755 });

  await openStorage({ path: join(folder, 'countersign.db') }).listRuns();

  expect(statSync(folder).mode & 0o777).toBe(0o755);
});

test('a relative path is that of the folder in which the storage was made', async () => {
  const folder = realpathSync(makeFolder());
  const before = process.cwd();
  process.chdir(folder);
  const storage = openStorage({ path: 'countersign.db' });
  process.chdir(before);

  await storage.listRuns();

  expect(storage.name).toBe(join(folder, 'countersign.db'));
  expect(statSync(storage.name).isFile()).toBe(true);
});

test('every commit reaches the disk before it counts', () => {
  const database = openDatabase(newFile(), { maxBytes: undefined });

  expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
  // 2 is FULL. @see https://www.sqlite.org/pragma.html#pragma_synchronous
  expect(database.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
  database.close();
});

test('making a storage touches no file: the first call does', async () => {
  const path = newFile();
  const storage = openStorage({ path });

  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  await storage.listRuns();

  expect(statSync(path).isFile()).toBe(true);
});

test('a watch tells of commits that another connection makes', async () => {
  const path = newFile();
  const [here, there] = [openStorage({ path }), openStorage({ path })];
  await here.listRuns();
  const told = Promise.withResolvers<void>();
  here.watch(() => told.resolve());

  await there.commit([{ type: 'run-created', run: buildRun() }]);
  await told.promise;

  expect((await here.listRuns()).total).toBe(1);
});

test('a watch that begins before the file was opened tells its watcher to look once it is', async () => {
  const told = Promise.withResolvers<void>();
  openStorage().watch(() => told.resolve());

  await expect(told.promise).resolves.toBeUndefined();
});

test('a watch on a file that cannot be opened tells its watcher to look once it can', async () => {
  const blocker = join(makeFolder(), 'blocker');
  writeFileSync(blocker, 'a file where a folder should be');
  const storage = openStorage({ path: join(blocker, 'countersign.db') });
  const told = Promise.withResolvers<void>();
  storage.watch(() => told.resolve());
  await expect(storage.listRuns()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });

  rmSync(blocker);
  await told.promise;

  expect((await storage.listRuns()).total).toBe(0);
});

test('the lists that are read all the time are read through their indexes', async () => {
  const path = newFile();
  const storage = openStorage({ path });
  await storage.listRuns();
  const plan = (sql: string): string =>
    openRaw(path)
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; ');

  expect(plan("SELECT count(*) FROM runs WHERE status = 'suspended' AND ended = 0 AND agent_id = 'a'")).toBe(
    'SEARCH runs USING COVERING INDEX open_runs (status=?)',
  );
  expect(plan("SELECT * FROM reviews WHERE status = 'waiting' ORDER BY submitted_at DESC, seq DESC")).toBe(
    'SCAN reviews USING INDEX waiting_reviews',
  );
  expect(plan("SELECT * FROM deliveries WHERE status = 'pending' AND due_at <= '2026' ORDER BY due_at, id")).toBe(
    'SEARCH deliveries USING INDEX pending_deliveries (due_at<?)',
  );
});
