import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const run = (...words: string[]) => spawnSync(process.execPath, ['src/cli.ts', ...words], { cwd: folder, encoding: 'utf8' });

test('the sample dump is written as CSV', () => {
  const { status, stdout } = run('--in', 'data/orders.json');

  assert.equal(status, 0);
  assert.match(stdout, /^id,placed_at/);
});

test('wrong words end with 64 and the usage', () => {
  const { status, stderr } = run('--from', 'x');

  assert.equal(status, 64);
  assert.match(stderr, /Usage/);
});

test('a missing dump ends with 1', () => {
  assert.equal(run('--in', 'data/none.json').status, 1);
});
