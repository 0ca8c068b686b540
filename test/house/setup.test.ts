import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'countersign-setup-'));
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
});

afterEach(() => rmSync(clone, { recursive: true, force: true }));

function write(path: string, content: string | object): void {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Runs a module that stands in the clone, with the Node that runs this. */
async function runModule(code: string): Promise<string> {
  const file = join(clone, `run-${Math.random().toString(36).slice(2)}.mjs`);
  writeFileSync(file, code);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

const lib = (name: string): string => JSON.stringify(pathToFileURL(join(clone, 'scripts', 'lib', name)).href);
const isInstalled = (): Promise<string> =>
  runModule(`import { isInstalled } from ${lib('install.mjs')}; process.stdout.write(String(isInstalled()));`);

describe('the setup', () => {
  const locked = {
    '': {},
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/other-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
  };
  const installed = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };

  test('finds a clone without dependencies not installed', async () => {
    write('package-lock.json', { packages: locked });

    expect(await isInstalled()).toBe('false');
  });

  test('finds a clone installed that holds what the lock says, packages of other systems left out', async () => {
    write('package-lock.json', { packages: locked });
    write('node_modules/.package-lock.json', { packages: installed });
    write('node_modules/node/bin/node', '');

    expect(await isInstalled()).toBe('true');
  });

  test('finds a clone not installed when the lock names another version, or its Node is gone', async () => {
    write('package-lock.json', {
      packages: { ...locked, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-c' } },
    });
    write('node_modules/.package-lock.json', { packages: installed });
    write('node_modules/node/bin/node', '');
    const withOtherLock = await isInstalled();
    write('package-lock.json', { packages: locked });
    rmSync(join(clone, 'node_modules/node'), { recursive: true });

    expect([withOtherLock, await isInstalled()]).toEqual(['false', 'false']);
  });

  test('is done by one process at a time, however many start at once', async () => {
    const log = join(clone, 'log');
    // Whoever is in stays until all others have tried to come in as well.
    const worker = (name: number): string => `
      import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
      import { setImmediate } from 'node:timers/promises';
      import { withLock } from ${lib('lock.mjs')};
      const others = [1, 2, 3, 4].map((other) => ${JSON.stringify(join(clone, 'ready-'))} + other);
      setImmediate().then(() => writeFileSync(${JSON.stringify(join(clone, `ready-${name}`))}, ''));
      await withLock(async () => {
        appendFileSync(${JSON.stringify(log)}, 'in ');
        while (!others.every(existsSync)) await setImmediate();
        for (let turn = 0; turn < 200; turn += 1) await setImmediate();
        appendFileSync(${JSON.stringify(log)}, 'out ');
      }, { onWait: () => undefined });`;

    await Promise.all([1, 2, 3, 4].map((name) => runModule(worker(name))));

    expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(4));
    expect(existsSync(join(clone, '.setup-lock'))).toBe(false);
  });

  test('takes the lock of a process that is gone', async () => {
    const gone = spawn(process.execPath, ['-e', '0']);
    await once(gone, 'close');
    write('.setup-lock', String(gone.pid));

    const output = await runModule(`
      import { withLock } from ${lib('lock.mjs')};
      process.stdout.write(await withLock(async () => 'done', { onWait: () => process.stdout.write('waits ') }));`);

    expect(output).toBe('done');
  });
});
