import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder, newFile, openRaw, openStorage } from '../../test/builders/sqlite-file.ts';
import type { Storage } from '../core/index.ts';
import { buildCall, buildPlan, buildReview, buildRun } from '../testing/index.ts';

const appended = {
  type: 'messages-appended',
  runId: 'run-1',
  threadId: null,
  origin: 'input',
  step: 0,
  messages: [{ role: 'user', content: 'x'.repeat(4000) }],
} as const;

/** A database with a run, a review and its plan in it, closed. */
async function makeDatabase(): Promise<string> {
  const path = newFile();
  const storage = openStorage({ path });
  await storage.commit([
    { type: 'run-created', run: buildRun({ options: { maxSteps: 2 } }) },
    appended,
    { type: 'call-created', call: buildCall() },
    { type: 'plan-stored', ...buildPlan('# Plan') },
    { type: 'review-created', review: buildReview() },
  ]);
  await storage.close();
  return path;
}

function damage(path: string, sql: string): Storage {
  const database = openRaw(path);
  database.exec(sql);
  database.close();
  return openStorage({ path });
}

/** Reads and writes as an account that is not the superuser, whom no rights of a file bind. */
function becomeOrdinary(): void {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined || geteuid.call(process) !== 0) return;
  seteuid.call(process, 65534);
  onTestFinished(() => seteuid.call(process, 0));
}

test('a database of a newer version is refused by name, and not touched', async () => {
  const path = await makeDatabase();
  const raw = openRaw(path);
  raw.exec('PRAGMA user_version = 7');
  raw.close();
  const before = readFileSync(path);
  const storage = openStorage({ path });

  for (const call of [storage.commit([]), storage.listRuns()]) {
    await expect(call).rejects.toMatchObject({ code: 'STORAGE_VERSION', file: path, found: 7, known: 1 });
  }

  expect(readFileSync(path)).toEqual(before);
});

test('a file that is no database is refused by name, and not touched', async () => {
  const path = newFile();
  writeFileSync(path, 'This is no database, and it is longer than the header of one. '.repeat(40));
  const before = readFileSync(path);

  await expect(openStorage({ path }).listRuns()).rejects.toMatchObject({ code: 'STORAGE_CORRUPT', file: path });

  expect(readFileSync(path)).toEqual(before);
});

test('the database of another program is refused by name, and not touched', async () => {
  const path = newFile();
  const raw = openRaw(path);
  raw.exec('CREATE TABLE runs (mine TEXT); PRAGMA user_version = 1');
  raw.close();
  const before = readFileSync(path);

  const call = openStorage({ path }).commit([{ type: 'run-created', run: buildRun() }]);

  await expect(call).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', file: path });
  await expect(call).rejects.toThrow('another program');
  expect(readFileSync(path)).toEqual(before);
});

test('an empty file becomes a database', async () => {
  const path = newFile();
  writeFileSync(path, '');

  expect(await openStorage({ path }).listRuns()).toEqual({ items: [], total: 0 });
});

test('a database that was cut off or overwritten is refused by name, and not touched', async () => {
  const path = await makeDatabase();
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  truncateSync(path, 4096 * 2);
  const cut = readFileSync(path);
  const overwritten = readFileSync(copy).fill(0x41, 4096);
  writeFileSync(copy, overwritten);

  for (const file of [path, copy]) {
    const storage = openStorage({ path: file });
    await expect(storage.getReview('review-1')).rejects.toMatchObject({ code: 'STORAGE_CORRUPT', file });
    await expect(storage.commit([{ type: 'run-created', run: buildRun({ id: 'run-2' }) }])).rejects.toMatchObject({
      code: 'STORAGE_CORRUPT',
    });
    await storage.close();
  }

  expect(readFileSync(path)).toEqual(cut);
  expect(readFileSync(copy)).toEqual(overwritten);
});

test('a database without its tables is refused by name', async () => {
  const path = await makeDatabase();

  const storage = damage(path, 'DROP TABLE run_rows');

  await expect(storage.getCalls('run-1')).rejects.toMatchObject({ code: 'STORAGE_CORRUPT', file: path });
});

const damages: readonly [string, string, (storage: Storage) => Promise<unknown>][] = [
  ['a status nobody knows', "UPDATE runs SET status = 'dancing'", (s) => s.getRun('run-1')],
  ['a body that is no JSON', "UPDATE runs SET body = '{'", (s) => s.listRuns()],
  [
    'a body of another shape',
    "UPDATE runs SET body = json_set(body, '$.usage.inputTokens', 'many')",
    (s) => s.getRun('run-1'),
  ],
  [
    'a claim of another shape',
    "UPDATE runs SET body = json_set(body, '$.claim', json('{\"token\":1}'))",
    (s) => s.getRun('run-1'),
  ],
  ['a newer format', 'UPDATE runs SET format = 2', (s) => s.getRun('run-1')],
  ['options of another shape', 'UPDATE run_options SET body = \'{"maxSteps":"2"}\'', (s) => s.getRun('run-1')],
  [
    'messages of no role',
    'UPDATE run_rows SET body = \'[{"role":"king","content":"x"}]\' WHERE kind = \'messages\'',
    (s) => s.getMessages('run-1'),
  ],
  [
    'messages of no content',
    'UPDATE run_rows SET body = \'[{"role":"user","content":[1]}]\' WHERE kind = \'messages\'',
    (s) => s.getMessages('run-1'),
  ],
  [
    'a call in no state',
    'UPDATE run_rows SET detail = \'{"status":"gone"}\' WHERE kind = \'call\'',
    (s) => s.getCalls('run-1'),
  ],
  [
    'a call half settled',
    'UPDATE run_rows SET detail = \'{"status":"settled"}\' WHERE kind = \'call\'',
    (s) => s.getCalls(['run-1']),
  ],
  ['a review of another shape', "UPDATE reviews SET body = '[]'", (s) => s.getReview('review-1')],
  ['plan bytes that were changed', "UPDATE plans SET bytes = x'00'", (s) => s.getPlan(buildPlan('# Plan').planSha256)],
  ['an event of another shape', "UPDATE run_rows SET body = '[{}]' WHERE kind = 'event'", (s) => s.listEvents('run-1')],
  ['an id that is no key', "UPDATE runs SET agent_id = '\"'", (s) => s.getRun('run-1')],
];

test.each(damages)('a row with %s is refused with the name of the file', async (_, sql, read) => {
  const path = await makeDatabase();

  const storage = damage(path, sql);

  await expect(read(storage)).rejects.toMatchObject({ code: 'STORAGE_CORRUPT', file: path });
});

test('a damaged row is met by a commit as well, which then writes nothing', async () => {
  const path = await makeDatabase();
  const storage = damage(path, "UPDATE runs SET body = '{}'");

  const update = { type: 'run-updated', runId: 'run-1', expect: {}, set: { step: 1 } } as const;

  await expect(storage.commit([appended, update])).rejects.toMatchObject({ code: 'STORAGE_CORRUPT' });
  expect(await storage.getMessages('run-1')).toHaveLength(1);
});

test('a path through a file, and a path that is a folder, are refused by name', async () => {
  const file = newFile();
  writeFileSync(file, 'x');
  const folder = makeFolder();

  for (const path of [join(file, 'countersign.db'), join(file, 'deeper', 'countersign.db'), folder]) {
    await expect(openStorage({ path }).listRuns()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', file: path });
  }
});

test('a file behind a symbolic link is used where it lies', async () => {
  const path = await makeDatabase();
  const link = join(makeFolder(), 'link.db');
  symlinkSync(path, link);

  expect((await openStorage({ path: link }).listRuns()).total).toBe(1);
});

test('a folder in which this account may not write is refused by name', async () => {
  const folder = makeFolder();
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(folder, 0o755);
  chmodSync(locked, 0o555);
  becomeOrdinary();

  for (const path of [join(locked, 'countersign.db'), join(locked, 'sub', 'countersign.db')]) {
    const call = openStorage({ path }).listRuns();
    await expect(call).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', file: path });
    await expect(call).rejects.toThrow('writable for this account');
  }
});

test('a file that this account may not write, or whose folder it may not, is refused by name', async () => {
  const [file, inLocked] = [await makeDatabase(), await makeDatabase()];
  const folders = [join(file, '..'), join(inLocked, '..')];
  chmodSync(file, 0o444);
  chmodSync(inLocked, 0o666);
  for (const folder of folders) chmodSync(folder, 0o555);
  onTestFinished(() => {
    for (const folder of folders) chmodSync(folder, 0o755);
  });
  becomeOrdinary();

  for (const path of [file, inLocked]) {
    const call = openStorage({ path }).commit([{ type: 'run-created', run: buildRun({ id: 'run-2' }) }]);
    await expect(call).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', file: path });
  }
});

test('a full database refuses what does not fit, keeps what it has and goes on with what fits', async () => {
  const path = newFile();
  const storage = openStorage({ path, maxBytes: 40 * 4096 });
  await storage.commit([{ type: 'run-created', run: buildRun() }]);
  const large = { ...appended, messages: [{ role: 'user', content: 'x'.repeat(200 * 4096) }] } as const;

  const call = storage.commit([{ type: 'run-updated', runId: 'run-1', expect: {}, set: { step: 9 } }, large]);

  await expect(call).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE', file: path });
  await expect(call).rejects.toThrow('Make room');
  expect(await storage.getRun('run-1')).toEqual(buildRun());
  expect(await storage.listEvents('run-1')).toHaveLength(1);
  await storage.commit([appended]);
  expect(await storage.getMessages('run-1')).toHaveLength(1);
});
