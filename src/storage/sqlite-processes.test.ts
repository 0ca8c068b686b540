import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newFile, openRaw, openStorage, startProgram } from '../../test/builders/sqlite-file.ts';
import { buildRun } from '../testing/index.ts';
import { verifyChain } from './event-chain.ts';

const waitForStart = `
  const go = async () => { while (!(await storage.getRun('go'))) await new Promise((next) => setTimeout(next, 1)); };
`;

test('of two processes that save one version of a run, one wins, each time', async () => {
  const path = newFile();
  const storage = openStorage({ path });
  const rounds = Array.from({ length: 100 }, (_, number) => `run-${number}`);
  await storage.commit(rounds.map((id) => ({ type: 'run-created', run: buildRun({ id }) })));
  const body = `
    const storage = sqliteStorage({ path: argv[0] }); ${waitForStart}
    console.log('ready'); await go(); let wins = 0;
    for (const id of JSON.parse(argv[2])) {
      const set = { error: argv[1] };
      await storage.commit([{ type: 'run-updated', runId: id, expect: { version: 1 }, set }]).then(() => (wins += 1), (error) => {
        if (error.code !== 'CONFLICT') throw error;
      });
      await new Promise((next) => setTimeout(next, Math.random()));
    }
    await storage.close(); console.log(wins);`;
  const children = ['one', 'other'].map((name) => startProgram(body, path, name, JSON.stringify(rounds)));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));

  await storage.commit([{ type: 'run-created', run: buildRun({ id: 'go' }) }]);
  const wins = (await Promise.all(children.map((child) => text(child.stdout)))).map(Number);

  expect(wins[0]).toBeGreaterThanOrEqual(0);
  expect((wins[0] ?? 0) + (wins[1] ?? 0)).toBe(rounds.length);
  for (const id of rounds) {
    const events = await storage.listEvents(id);
    expect([events.length, verifyChain(events), (await storage.getRun(id))?.version]).toEqual([2, null, 2]);
  }
});

test('processes that make and open one new file at the same moment all can use it', async () => {
  const path = newFile();
  const body = `
    const storage = sqliteStorage({ path: argv[0] });
    await storage.commit([{ type: 'run-created', run: build.buildRun({ id: argv[1] }) }]);
    await storage.close(); console.log('done');`;

  const outputs = await Promise.all(['a', 'b', 'c', 'd'].map((id) => text(startProgram(body, path, id).stdout)));

  expect(outputs).toEqual(['done\n', 'done\n', 'done\n', 'done\n']);
  expect((await openStorage({ path }).listRuns()).total).toBe(4);
});

test('after a process was killed while it wrote, all it had been promised is there, and the file is whole', async () => {
  const path = newFile();
  const body = `
    const storage = sqliteStorage({ path: argv[0] });
    for (let number = 0; ; number += 1) {
      const id = 'run-' + number;
      await storage.commit([
        { type: 'run-created', run: build.buildRun({ id }) },
        { type: 'messages-appended', runId: id, threadId: null, origin: 'input', step: 0, messages: [{ role: 'user', content: 'x'.repeat(20000) }] },
        { type: 'call-created', call: build.buildCall({ runId: id }) },
      ]);
      process.stdout.write(id + '\\n');
    }`;
  const child = startProgram(body, path);
  let promised = '';
  const enough = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => {
    promised += chunk;
    if (promised.length > 400) enough.resolve();
  });
  await enough.promise;

  const exited = once(child, 'close');
  child.kill('SIGKILL');
  await exited;

  const storage = openStorage({ path });
  const ids = promised.split('\n').slice(0, -1);
  expect(ids.length).toBeGreaterThan(40);
  for (const id of ids) {
    expect([(await storage.getMessages(id)).length, (await storage.getCalls(id)).length]).toEqual([1, 1]);
    expect(verifyChain(await storage.listEvents(id))).toBeNull();
  }
  expect(openRaw(path).prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  await storage.commit([{ type: 'run-created', run: buildRun({ id: 'after' }) }]);
});

test('a watch tells of the commits of another process', async () => {
  const path = newFile();
  const storage = openStorage({ path });
  await storage.listRuns();
  const told = Promise.withResolvers<void>();
  storage.watch(() => told.resolve());

  startProgram(
    `const storage = sqliteStorage({ path: argv[0] });
     await storage.commit([{ type: 'run-created', run: build.buildRun() }]); await storage.close();`,
    path,
  );
  await told.promise;

  expect((await storage.getRun('run-1'))?.id).toBe('run-1');
});

test('a process that watches ends all the same when it has nothing else to do', async () => {
  const body = `
    const storage = sqliteStorage({ path: argv[0] });
    storage.watch(() => {}); await storage.commit([{ type: 'run-created', run: build.buildRun() }]); console.log('done');`;
  const child = startProgram(body, newFile());

  expect(await text(child.stdout)).toBe('done\n');
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0);
});
