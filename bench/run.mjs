// `npm run bench`: what a plan's way costs here, beside a floor that does the same with the fewest commits that keep it right.
// Words: names of measures, and --quick. Every sample is a process of its own; the adapters take turns.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const worker = fileURLToPath(new URL('measure.mjs', import.meta.url));
const words = process.argv.slice(2);
const isQuick = words.includes('--quick');
const rounds = isQuick ? 1 : 3;
let files = 0;
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));

const measures = {
  'start-up': measureStartUp,
  cycle: measureCycles,
  size: measureSize,
  list: measureList,
};
const asked = words.filter((word) => word !== '--quick');
const unknown = asked.filter((word) => !Object.hasOwn(measures, word));
if (unknown.length > 0) {
  console.error(`No measure "${unknown.join(', ')}". There are: ${Object.keys(measures).join(', ')}; and --quick.`);
  process.exit(64);
}

try {
  for (const name of asked.length === 0 ? Object.keys(measures) : asked) await measures[name]();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Import the package, define an agent and its tools, open a database: against a Node that does nothing. */
async function measureStartUp() {
  const samples = { node: [], import: [], open: [] };
  for (let round = 0; round < rounds * 4; round += 1) {
    for (const [name, list] of Object.entries(samples)) list.push((await sample(name, 'countersign')).wallMs);
  }
  const node = median(samples.node);
  print('start-up', [
    { what: 'bare Node', ms: node },
    { what: 'import', ms: median(samples.import), times: median(samples.import) / node },
    { what: 'import, define, open', ms: median(samples.open), times: median(samples.open) / node, target: 2.5 },
  ]);
}

/** Submit, rest, decide, carry out, finish. */
async function measureCycles() {
  const targets = { 1: 3, 50: 2, 500: 1.5 };
  for (const [messages, target] of Object.entries(targets)) {
    const seconds = isQuick ? 1 : 4;
    const medians = { floor: [], countersign: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['floor', 'countersign']) {
        medians[name].push((await sample('cycle', name, { messages: Number(messages), seconds })).p50Ms);
      }
    }
    const floor = median(medians.floor);
    const own = median(medians.countersign);
    print(`cycle, ${messages} messages of 1 KiB before it`, [
      { what: 'floor, synchronous=FULL', ms: floor },
      { what: 'countersign', ms: own, times: own / floor, target },
    ]);
  }
}

/** What a run that waits takes on disk. */
async function measureSize() {
  for (const messages of [1, 50, 500]) {
    const { historyBytes, diskBytes } = await sample('size', 'countersign', { messages });
    const times = diskBytes / historyBytes;
    print(`size, ${messages} messages of 1 KiB`, [
      { what: 'history', bytes: historyBytes },
      { what: 'on disk', bytes: diskBytes, times, ...(messages > 1 ? { target: 1.25 } : {}) },
    ]);
  }
}

/** A page of 50 of many runs that wait. */
async function measureList() {
  const waiting = isQuick ? 1000 : 10_000;
  const { pageMs } = await sample('list', 'countersign', { waiting });
  print(`list, ${waiting} waiting`, [{ what: 'a page of 50', ms: pageMs, targetMs: 5 }]);
}

/** Runs one sample in a process of its own; the time from its start to its end is `wallMs`. */
function sample(measure, adapter, options = {}) {
  files += 1;
  const job = JSON.stringify({ measure, adapter, file: join(folder, `${files}.db`), ...options });
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--expose-gc', worker, job], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve({ wallMs: performance.now() - startedAt, ...JSON.parse(output || '{}') });
      else reject(new Error(`The measure "${measure}" of ${adapter} ended with ${code}.`));
    });
  });
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

function print(title, rows) {
  console.log(`\n${title}`);
  for (const row of rows) console.log(`  ${describeRow(row)}`);
}

function describeRow({ what, ms, bytes, times, target, targetMs }) {
  const size = ms === undefined ? `${(bytes / 1024).toFixed(1)} KiB` : `${ms.toFixed(2)} ms`;
  const factor = times === undefined ? '' : `${times.toFixed(2)} times`;
  const limit = target ?? targetMs;
  const verdict = limit === undefined ? '' : `${(times ?? ms) <= limit ? 'within' : 'OVER'} ${limit}`;
  return `${what.padEnd(28)} ${size.padStart(12)}  ${factor.padEnd(12)} ${verdict}`.trimEnd();
}
