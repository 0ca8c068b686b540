import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { findTmux } from '../../scripts/find-programs.mjs';
import { commandFile } from './run-command.ts';

const execute = promisify(execFile);

/** A terminal of 80 columns and 24 lines in which the built command runs. */
export interface Terminal {
  /** Presses keys, by tmux's names: `a`, `Enter`, `Escape`, `C-c`. */
  press(...keys: readonly string[]): Promise<void>;
  /** Writes characters as they are, all at once. */
  write(text: string): Promise<void>;
  /** Settles when the screen shows this text, and gives the whole screen. */
  until(text: string): Promise<string>;
  /** The screen with its looks, as escape sequences. */
  readLooks(): Promise<string>;
  /** The title that a program inside may have set. */
  readTitle(): Promise<string>;
}

/** Options of {@link openTerminal}. */
export interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command in a terminal of its own. When it has ended, the screen shows `exit CODE`. */
export async function openTerminal(args: readonly string[], { cwd, env }: TerminalOptions): Promise<Terminal> {
  const socket = `countersign-${randomUUID()}`;
  const tmux = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await execute(findTmux() ?? 'tmux', ['-L', socket, '-f', '/dev/null', ...words]);
    return stdout;
  };
  const variables = { PATH: process.env['PATH'] ?? '', HOME: cwd, LC_ALL: 'C.UTF-8', BROWSER: 'none', ...env };
  const command = [
    'exec env -i TERM=screen-256color',
    ...Object.entries(variables).map(([name, value]) => quote(`${name}=${value}`)),
    // A shell outlives a Ctrl-C that meets its program outside of raw mode.
    `sh -c ${quote(`trap : INT; ${[process.execPath, commandFile, ...args].map(quote).join(' ')}; echo "exit $?"; exec cat`)}`,
  ].join(' ');
  await tmux('new-session', '-d', '-x', '80', '-y', '24', '-c', cwd, command);
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => undefined); // It may have ended with its command.
  });
  return {
    press: async (...keys) => void (await tmux('send-keys', ...keys)),
    write: async (text) => void (await tmux('send-keys', '-l', text)),
    until: async (text) => waitForScreen(() => tmux('capture-pane', '-p', '-J'), text),
    readLooks: () => tmux('capture-pane', '-p', '-e'),
    readTitle: async () => (await tmux('display-message', '-p', '#{pane_title}')).trim(),
  };
}

/** Looks until the text is there: a terminal tells nobody when it has changed. */
async function waitForScreen(read: () => Promise<string>, text: string): Promise<string> {
  const end = performance.now() + 45_000;
  for (;;) {
    const screen = await read();
    if (screen.includes(text)) return screen;
    if (performance.now() > end) throw new Error(`The terminal did not show "${text}", but:\n${screen}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
