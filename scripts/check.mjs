// `npm run check`: everything that a tool can hold, side by side. Words after `--` pick checks by name.
import { availableParallelism } from 'node:os';
import { fail, prepare, say } from './lib/prepare.mjs';
import { findNode, inProject, projectEnv } from './lib/project.mjs';
import { capture, toolFile } from './lib/run.mjs';

const checks = [
  { name: 'types', command: [toolFile('tsc'), '-p', 'tsconfig.json'] },
  { name: 'lint', command: [toolFile('biome'), 'ci', '--error-on-warnings', '--max-diagnostics=100'] },
  { name: 'house', command: [toolFile('vitest'), 'run', '--reporter=dot', 'test/house', 'test/pins'] },
  { name: 'package', command: [inProject('scripts', 'check-package.mjs')] },
  { name: 'unused', command: [toolFile('knip'), '--no-progress'] },
  { name: 'docs', command: [inProject('scripts', 'docs-sync.mjs'), '--check'] },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0)
  fail(`No check "${unknown.join(', ')}". There are: ${checks.map(({ name }) => name).join(', ')}.`);

await prepare();
const waiting = checks.filter(({ name }) => asked.length === 0 || asked.includes(name));
const failures = [];
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, runNext));
for (const { name, output } of failures) say(`\n── ${name} ──\n${output.trimEnd()}`);
say(failures.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failures.map(({ name }) => name).join(', ')}.`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function runNext() {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { name, command } = check;
    const startedAt = performance.now();
    const { code, output } = await capture(findNode(), command, { env: projectEnv({ NO_COLOR: '1' }) });
    if (code !== 0) failures.push({ name, output });
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  }
}
