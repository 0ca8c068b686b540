import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url));
// One part a command: a line `$ countersign …`, then what it prints.
const parts = readFileSync(new URL('help.txt', import.meta.url), 'utf8')
  .split(/^\$ countersign /m)
  .slice(1);

for (const part of parts) {
  const [line = '', ...rest] = part.split('\n');

  test(`countersign ${line} prints what it printed`, () => {
    const { status, stdout } = spawnSync(process.execPath, [bin, ...line.split(' ')], { encoding: 'utf8', input: '' });

    expect(stdout.trimEnd()).toBe(rest.join('\n').trimEnd());
    expect(status).toBe(0);
  });
}

test('every command is written out', () => {
  const commands = [...(parts[0] ?? '').matchAll(/^ {2}([a-z]+)(?: |$)/gm)].map(([, name]) => name);

  expect(parts.map((part) => part.split('\n')[0])).toEqual([
    '--help',
    ...commands.filter((name) => name !== 'help').map((name) => `${name} --help`),
  ]);
});
