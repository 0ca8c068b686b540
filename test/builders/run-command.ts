import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The installed command's file. */
export const commandFile: string = fileURLToPath(new URL('../../bin/countersign.js', import.meta.url));

/** How a command ended. */
export interface Finished {
  /** `null` where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command under way. */
export interface Started {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
  /** What it has written to stdout so far. */
  readStdout(): string;
  /** Settles when this text has been written to stdout or stderr. */
  until(text: string): Promise<void>;
}

/** Options of {@link startCommand}. */
export interface CommandOptions {
  /** The current folder. */
  readonly cwd: string;
  /** Written to stdin; without it, stdin is closed. */
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Run as this account; only where the test itself may do so. */
  readonly uid?: number;
  /** Arguments of Node before the command. */
  readonly nodeArgs?: readonly string[];
}

/** A folder of its own for one test, removed afterwards. */
export async function makeProject(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'countersign-cli-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await putFile(folder, name, content);
  return folder;
}

/** Writes a file of a project, its folders too. */
export async function putFile(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

/** Starts the built command, without a terminal. */
export function startCommand(args: readonly string[], options: CommandOptions): Started {
  const { cwd, input, uid, nodeArgs = [] } = options;
  const child = spawn(process.execPath, [...nodeArgs, commandFile, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, BROWSER: 'none', ...options.env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const written = { stdout: '', stderr: '' };
  const waiters = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      for (const look of waiters) look();
    });
  }
  child.stdin?.on('error', () => undefined); // A command that refuses its words does not read its stdin.
  child.stdin?.end(input);
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...written }));
  });
  const until = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (!(written.stdout + written.stderr).includes(text)) return;
        waiters.delete(look);
        resolve();
      };
      waiters.add(look);
      look();
      child.once('close', () => reject(new Error(`It ended before it said "${text}": ${JSON.stringify(written)}`)));
    });
  return { process: child, finished, readStdout: () => written.stdout, until };
}

/** Runs the built command to its end, without a terminal. */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<Finished> {
  return startCommand(args, options).finished;
}
