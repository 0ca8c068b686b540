/** One measure in a process of its own: `node worker.mjs <floor|countersign> <measure> <messages> <milliseconds>`. Prints JSON. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [who, measure, messages, milliseconds] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const file = join(folder, 'bench.db');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** `count` messages of 1 KiB each, the last one the user's. */
const history = Array.from({ length: Number(messages) }, (_, index) => ({
  role: (Number(messages) - 1 - index) % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${index}. `.padEnd(1024, 'the run waits until a person has read what the agent means to do '),
}));

async function open() {
  if (who === 'floor') {
    const { openFloor } = await import('./floor.mjs');
    return openFloor(file);
  }
  const { default: adapter } = await import('./countersign.mjs');
  const session = await adapter.open(await adapter.load(), { file, hooks: { apply: async () => undefined } });
  return {
    start: (given) => session.start({ history: given }),
    resume: (id) => session.resume(id, { approved: true }),
    list: (limit) => session.list({ limit }),
    close: () => session.close(),
  };
}

function countLiveBytes() {
  const db = new DatabaseSync(file);
  const read = (pragma) => Object.values(db.prepare(`PRAGMA ${pragma}`).get())[0];
  const bytes = (read('page_count') - read('freelist_count')) * read('page_size');
  db.close();
  return bytes;
}

const measures = {
  async cycle(session) {
    const times = [];
    const end = performance.now() + Number(milliseconds);
    for (let index = 0; index < 40 || performance.now() < end; index += 1) {
      const begin = performance.now();
      await session.resume(await session.start(history));
      if (index >= 20) times.push(performance.now() - begin);
    }
    times.sort((one, other) => one - other);
    return { p50: times[Math.floor(times.length / 2)], n: times.length };
  },
  async bytes(session) {
    await session.start(history);
    const before = countLiveBytes();
    for (let index = 0; index < 20; index += 1) await session.start(history);
    return { perRun: (countLiveBytes() - before) / 20 };
  },
  async list(session) {
    const runs = 10_000;
    await Promise.all(
      Array.from({ length: 16 }, async (_, lane) => {
        for (let index = lane; index < runs; index += 16) await session.start(history);
      }),
    );
    const times = [];
    for (let index = 0; index < 20; index += 1) {
      const begin = performance.now();
      const page = await session.list(50);
      times.push(performance.now() - begin);
      if (page.ids.length !== 50 || page.total !== runs) throw new Error(`listed ${page.ids.length} of ${page.total}`);
    }
    times.sort((one, other) => one - other);
    return { p50: times[10], first: times[0] };
  },
};

const session = await open();
if (measure === 'open') process.stdout.write(`${JSON.stringify({ ms: performance.now() })}\n`);
else process.stdout.write(`${JSON.stringify(await measures[measure](session))}\n`);
await session.close();
