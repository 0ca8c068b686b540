/**
 * `npm run bench [-- --quick]`: what countersign costs above a hand-written loop with the same durability, in one run on one
 * machine, so that the ratios mean something where the milliseconds do not. Rounds are interleaved; medians are shown.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const isQuick = process.argv.includes('--quick');
const rounds = isQuick ? 1 : 3;
const milliseconds = isQuick ? 800 : 3000;
const worker = fileURLToPath(new URL('./worker.mjs', import.meta.url));

function measure(...args) {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const child = spawn(process.execPath, args[0] === 'bare' ? ['-e', '0'] : [worker, ...args.map(String)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
    });
    child.once('close', (code) => {
      const wall = performance.now() - begin;
      if (code !== 0) reject(new Error(`${args.join(' ')} ended with ${code}`));
      else resolve(text === '' ? { wall } : { ...JSON.parse(text), wall });
    });
  });
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const show = (value) => value.toFixed(value < 10 ? 2 : 0);
const say = (line) => process.stdout.write(`${line}\n`);

/** Measures both in turn, `rounds` times. */
async function compare([first, second], read, times = rounds) {
  const found = [[], []];
  for (let round = 0; round < times; round += 1) {
    found[0].push(read(await measure(...first)));
    found[1].push(read(await measure(...second)));
  }
  return found.map(median);
}

say(`countersign against a hand-written loop (node:sqlite, WAL, synchronous=FULL), Node ${process.version}`);
for (const messages of [1, 50, 500]) {
  const jobs = ['floor', 'countersign'].map((name) => [name, 'cycle', messages, milliseconds]);
  const [floor, ours] = await compare(jobs, ({ p50 }) => p50);
  say(`a whole cycle, ${messages} messages: ${show(ours)} ms, floor ${show(floor)} ms, ratio ${show(ours / floor)}`);
}
for (const messages of [50, 500]) {
  const { perRun } = await measure('countersign', 'bytes', messages, 0);
  say(
    `a suspended run of ${messages} messages of 1 KiB: ${show(perRun / 1024)} KiB on disk, ratio ${show(perRun / 1024 / messages)}`,
  );
}
const [bare, opened] = await compare([['bare'], ['countersign', 'open', 1, 0]], ({ wall }) => wall, isQuick ? 3 : 9);
say(`import, define and open: ${show(opened)} ms, bare Node ${show(bare)} ms, ratio ${show(opened / bare)}`);
if (!isQuick) {
  const { p50 } = await measure('countersign', 'list', 1, 0);
  say(`a page of 50 of 10,000 suspended runs: ${show(p50)} ms`);
}
