import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A process of a journey and what it says. */
export interface Child {
  readonly process: ChildProcess;
  /** The next line it prints, parsed as JSON; rejects when it ends first. */
  nextLine(): Promise<unknown>;
  /** Everything it printed, when it has ended. */
  ended(): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** The repository's root. */
export const projectRoot: string = fileURLToPath(new URL('../../', import.meta.url));

/** Starts a program under this Node; it is killed when the test ends, if it still runs. */
export function startChild(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Child {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? projectRoot,
    env: { ...process.env, ...options.env },
  });
  let stdout = '';
  let stderr = '';
  let read = 0;
  const wake = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    for (const look of wake) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const end = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      resolve(code);
      for (const look of wake) look();
    });
  });
  let hasEnded = false;
  void end.then(() => {
    hasEnded = true;
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await end;
  });
  return {
    process: child,
    nextLine: () =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const at = stdout.indexOf('\n', read);
          if (at >= 0) {
            wake.delete(look);
            const line = stdout.slice(read, at);
            read = at + 1;
            resolve(JSON.parse(line));
          } else if (hasEnded || child.exitCode !== null) {
            wake.delete(look);
            reject(new Error(`it ended without another line.\n${stdout}\n${stderr}`));
          }
        };
        wake.add(look);
        look();
      }),
    ended: async () => ({ code: await end, stdout, stderr }),
  };
}

/** Runs the built command in a folder. */
export function countersign(args: readonly string[], cwd: string): Promise<Awaited<ReturnType<Child['ended']>>> {
  const child = startChild([`${projectRoot}bin/countersign.js`, ...args], { cwd });
  child.process.stdin?.end();
  return child.ended();
}
