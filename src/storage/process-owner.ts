import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Claim, ClaimOwner } from '../core/index.ts';

/** Stands for the start of a process that has ended and waits to be collected by its parent. */
const endedProcess = 'ended';

let thisProcess: ClaimOwner | undefined;

/** Who this process is, for the claims it takes. */
export function getProcessOwner(): ClaimOwner {
  thisProcess ??= { host: hostname(), pid: process.pid, processStart: readProcessStart(process.pid) };
  return thisProcess;
}

/**
 * Whether the process that holds a claim can no longer be working. On this machine: its process is gone, or its pid now
 * belongs to another. On another machine: its lease ran out.
 *
 * @param now - ISO 8601, UTC.
 */
export function isClaimLapsed({ owner, leaseUntil }: Claim, now: string): boolean {
  const self = getProcessOwner();
  if (owner.host !== self.host) return Date.parse(leaseUntil) <= Date.parse(now);
  if (!isProcessAlive(owner.pid)) return true;
  const start = owner.pid === self.pid ? self.processStart : readProcessStart(owner.pid);
  if (start === endedProcess) return true;
  return owner.processStart !== null && start !== null && owner.processStart !== start;
}

function isProcessAlive(pid: number): boolean {
  // Zero and below stand for groups of processes.
  if (pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process started, in the system's own words; `null` where the system does not tell or the process is gone. */
function readProcessStart(pid: number): string | null {
  try {
    if (process.platform === 'linux') return readLinuxProcessStart(pid);
    return process.platform === 'win32' ? null : readListedProcessStart(pid);
  } catch {
    return null;
  }
}

/** What `ps` says; loaded only where it is asked. */
function readListedProcessStart(pid: number): string | null {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const env = { ...process.env, LC_ALL: 'C' };
  const start = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe', env });
  return start.trim() || null;
}

/**
 * Field 22 of `/proc/<pid>/stat`, in clock ticks since boot; {@link endedProcess} for a process that has ended and waits to be collected.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
function readLinuxProcessStart(pid: number): string | null {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in field 2 may hold spaces and brackets; field 3 begins after its last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? endedProcess : (fields[19] ?? null);
}
