import { spawn } from 'node:child_process';
import type { Surroundings } from './output.ts';

/** A program that takes over the terminal for a while. */
export interface TerminalProgram {
  /** Run by the shell where it is a line a person configured; `args` follow it, each as one word. */
  readonly command: string;
  readonly args: readonly string[];
  readonly isShellLine: boolean;
  /** Written to its stdin; without it, it reads the terminal. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program on the terminal and waits for its end. Ctrl-C is the program's own while it runs.
 *
 * @returns its exit code, 127 where there is no such program, 128 where a signal ended it.
 */
export async function runOnTerminal({ env }: Pick<Surroundings, 'env'>, program: TerminalProgram): Promise<number> {
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  try {
    return await run(program, { ...env, ...program.env });
  } finally {
    process.off('SIGINT', ignore);
  }
}

async function run(program: TerminalProgram, env: NodeJS.ProcessEnv): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const [command, args] = toProcess(program);
  const child = spawn(command, args, {
    env,
    stdio: [program.input === undefined ? 'inherit' : 'pipe', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && program.isShellLine,
  });
  child.once('error', () => resolve(127));
  child.once('close', (code) => resolve(code ?? 128));
  // A pager that is left early closes its stdin: that is no failure.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(program.input);
  return promise;
}

function toProcess({ command, args, isShellLine }: TerminalProgram): readonly [string, string[]] {
  if (!isShellLine) return [command, [...args]];
  if (process.platform === 'win32') return [`${command} ${args.map((arg) => `"${arg}"`).join(' ')}`, []];
  return ['/bin/sh', ['-c', `${command} "$@"`, 'sh', ...args]];
}
