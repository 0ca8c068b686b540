import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { ClaimOwner } from '../core/index.ts';
import { getProcessOwner, isClaimLapsed } from './process-owner.ts';

const later = '2099-01-01T00:00:00.000Z';

function isLapsed(owner: Partial<ClaimOwner>): boolean {
  const claim = { token: 1, owner: { ...getProcessOwner(), ...owner }, leaseUntil: '2026-01-01T00:00:00.000Z' };
  return isClaimLapsed(claim, later);
}

/** A process that lives until it is told to end, and who it says it is. */
async function startProcess(): Promise<{ readonly owner: ClaimOwner; end(): Promise<void> }> {
  const url = new URL('./process-owner.ts', import.meta.url);
  const program = `import { getProcessOwner } from '${url}'; console.log(JSON.stringify(getProcessOwner())); setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [line] = await once(child.stdout, 'data');
  const end = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return { owner: JSON.parse(String(line)), end };
}

test('a claim of another process on this machine holds while that process lives, whatever its lease', async () => {
  const { owner, end } = await startProcess();

  expect(isLapsed(owner)).toBe(false);
  await end();

  expect(isLapsed(owner)).toBe(true);
});

test('a claim lapses when its pid belongs to another process now', async () => {
  const { owner } = await startProcess();

  const isTold = owner.processStart !== null;
  expect(isLapsed({ ...owner, processStart: '1' })).toBe(isTold);
  expect(isLapsed({ ...owner, processStart: null })).toBe(false);
});

test('what stands for a group of processes is no process', () => {
  expect(isLapsed({ pid: 0 })).toBe(true);
  expect(isLapsed({ pid: -1 })).toBe(true);
});

test.runIf(process.platform === 'linux')('on Linux a process is known by when it started', () => {
  const fields = readFileSync(`/proc/${process.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');

  expect(getProcessOwner()).toMatchObject({ pid: process.pid, processStart: fields?.[19] });
});
