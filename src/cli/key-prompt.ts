import type { Surroundings } from './output.ts';

/** A person ended the question with Ctrl-C. Nothing was decided. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** Which keys answer a question. */
export interface AcceptedKeys<Key extends string> {
  /** Letters and digits in lower case, `enter`, `escape`. */
  readonly keys: readonly Key[];
  /** Ends the question when aborted. */
  readonly abortSignal?: AbortSignal | undefined;
}

const namedKeys = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\u001b', 'escape'],
]);

/** Tells the terminal to mark what is pasted, and how it does. @see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html */
const paste = { on: '\u001b[?2004h', off: '\u001b[?2004l', start: '\u001b[200~', end: '\u001b[201~' };

/**
 * Waits for one of these keys; upper case counts as lower case, other keys are ignored.
 *
 * A pasted text answers nothing, and of what arrives at once only the first character counts.
 *
 * @returns `null` when it was aborted.
 * @throws {InterruptedError} Ctrl-C, or the terminal is gone.
 */
export async function readKey<Key extends string>(
  { stdin, stdout, env }: Surroundings,
  { keys, abortSignal }: AcceptedKeys<Key>,
): Promise<Key | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Key | null>();
  const reader = createChunkReader(keys);
  const onData = (chunk: Buffer | string): void => {
    const key = reader(String(chunk));
    if (key === 'ctrl-c') reject(new InterruptedError());
    else if (key !== null) resolve(key);
  };
  const onEnd = (): void => reject(new InterruptedError());
  const onAbort = (): void => resolve(null);
  const markPastes = (sequence: string): void => {
    if (env['TERM'] !== 'dumb') stdout.write(sequence);
  };

  if (abortSignal?.aborted === true) return null;
  abortSignal?.addEventListener('abort', onAbort);
  stdin.setRawMode(true);
  stdin.on('data', onData).on('end', onEnd);
  stdin.resume();
  markPastes(paste.on);
  try {
    return await promise;
  } finally {
    markPastes(paste.off);
    stdin.off('data', onData).off('end', onEnd);
    stdin.setRawMode(false);
    stdin.pause();
    abortSignal?.removeEventListener('abort', onAbort);
  }
}

/** Reads what a terminal sends in one go. An escape sequence (an arrow key, say) is no key of ours. */
export function createChunkReader<Key extends string>(keys: readonly Key[]): (text: string) => Key | 'ctrl-c' | null {
  let isPasting = false;
  return (text) => {
    if (text.startsWith('\u0003')) return 'ctrl-c';
    const wasPasting = isPasting || text.startsWith(paste.start);
    isPasting = wasPasting && !text.includes(paste.end);
    if (wasPasting || (text.startsWith('\u001b') && text.length > 1)) return null;
    const [first = ''] = text;
    const name = namedKeys.get(first) ?? first.toLowerCase();
    return keys.find((key) => key === name) ?? null;
  };
}
