import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const clone = fileURLToPath(new URL('../../', import.meta.url));

/** An example that runs in a process of its own, on the built package, as a user would run it. */
export interface RunningExample {
  /** What it has printed so far, both streams. */
  readonly output: () => string;
  /** Settles when it has printed this; rejects when it ends without. */
  waitFor(text: string | RegExp): Promise<void>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts an example without a terminal. */
export function startExample(path: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): RunningExample {
  const child = spawn(process.execPath, [path, ...args], {
    cwd: clone,
    env: { ...withoutModelChoice(process.env), NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = readEnd(child);
  return {
    output: () => output,
    waitFor: async (text) => {
      const matches = (): boolean => (typeof text === 'string' ? output.includes(text) : text.test(output));
      while (!matches()) {
        const more = Promise.any([once(child.stdout, 'data'), once(child.stderr, 'data')]);
        const end = await Promise.race([more.then(() => undefined), ended]);
        if (end !== undefined && !matches()) throw new Error(`It ended (${end}) without "${text}":\n${output}`);
      }
    },
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

async function readEnd(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = await once(child, 'close');
  return signal ?? code;
}

/** A real model must not be called by a test, whatever the developer's environment says. */
function withoutModelChoice({
  COUNTERSIGN_MODEL: _m,
  COUNTERSIGN_BASE_URL: _u,
  COUNTERSIGN_TASK: _t,
  ...env
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return env;
}
