// One sample of one measure, in a process of its own. Told by one JSON word; answers with one JSON line.
import { statSync } from 'node:fs';

const job = JSON.parse(process.argv[2]);
const measures = { node: () => ({}), import: load, open: openOnly, cycle, size, list };
const result = await measures[job.measure]();
if (Object.keys(result).length > 0) process.stdout.write(JSON.stringify(result));

async function load() {
  await (await readAdapter()).load();
  return {};
}

async function openOnly() {
  await (await open()).close();
  return {};
}

/** Whole cycles for some seconds, after a warm-up. */
async function cycle() {
  const store = await open();
  const history = makeHistory(job.messages);
  const times = [];
  const warmUntil = performance.now() + 500;
  const until = warmUntil + job.seconds * 1000;
  for (let now = performance.now(); now < until; now = performance.now()) {
    const id = await store.start({ history });
    const end = await store.resume(id, { approved: true });
    if (end !== 'finished') throw new Error(`A cycle ended as ${end}.`);
    if (now >= warmUntil) times.push(performance.now() - now);
  }
  await store.close();
  times.sort((one, other) => one - other);
  return { p50Ms: times[Math.floor(times.length / 2)] };
}

async function size() {
  const history = makeHistory(job.messages);
  const before = await measureFile([]);
  const after = await measureFile(history);
  return { historyBytes: Buffer.byteLength(JSON.stringify(history)), diskBytes: after - before };
}

/** Bytes of the closed database with 20 waiting runs of this history, for each. */
async function measureFile(history) {
  const runs = 20;
  const file = `${job.file}-${history.length}`;
  const store = await open(file);
  for (let run = 0; history.length > 0 && run < runs; run += 1) await store.start({ history });
  await store.close();
  return statSync(file).size / runs;
}

async function list() {
  const store = await open();
  for (let run = 0; run < job.waiting; run += 50) {
    await Promise.all(Array.from({ length: 50 }, () => store.start({ history: makeHistory(1) })));
  }
  const times = [];
  for (let look = 0; look < 50; look += 1) {
    const startedAt = performance.now();
    const { total } = await store.list({ limit: 50 });
    times.push(performance.now() - startedAt);
    if (total < job.waiting) throw new Error(`Only ${total} runs are listed.`);
  }
  await store.close();
  times.sort((one, other) => one - other);
  return { pageMs: times[Math.floor(times.length / 2)] };
}

async function readAdapter() {
  return (await import(`./${job.adapter}.mjs`)).default;
}

async function open(file = job.file) {
  const adapter = await readAdapter();
  return adapter.open(await adapter.load(), { file, hooks: { apply: async () => undefined } });
}

/** Messages of 1 KiB, the last one the user's. */
function makeHistory(count) {
  return Array.from({ length: count }, (_, index) => {
    const role = (count - 1 - index) % 2 === 0 ? 'user' : 'assistant';
    return {
      role,
      content: `Message ${index} of ${count} by the ${role}. `.padEnd(1024, 'What the agent means to do. '),
    };
  });
}
