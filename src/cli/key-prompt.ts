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

/**
 * Waits for one of these keys; upper case counts as lower case, other keys are ignored.
 *
 * Of what arrives at once, only the first character counts: a pasted text cannot answer two questions.
 *
 * @returns `null` when it was aborted.
 * @throws {InterruptedError} Ctrl-C, or the terminal is gone.
 */
export async function readKey<Key extends string>(
  { stdin }: Pick<Surroundings, 'stdin'>,
  { keys, abortSignal }: AcceptedKeys<Key>,
): Promise<Key | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Key | null>();
  const onData = (chunk: Buffer | string): void => {
    const text = String(chunk);
    const key = readChunk(text, keys);
    if (text.startsWith('\u0003')) reject(new InterruptedError());
    else if (key !== null) resolve(key);
  };
  const onEnd = (): void => reject(new InterruptedError());
  const onAbort = (): void => resolve(null);

  if (abortSignal?.aborted === true) return null;
  abortSignal?.addEventListener('abort', onAbort);
  stdin.setRawMode(true);
  stdin.on('data', onData).on('end', onEnd);
  stdin.resume();
  try {
    return await promise;
  } finally {
    stdin.off('data', onData).off('end', onEnd);
    stdin.setRawMode(false);
    stdin.pause();
    abortSignal?.removeEventListener('abort', onAbort);
  }
}

/** An escape sequence (an arrow key, say) is no key of ours. */
function readChunk<Key extends string>(text: string, keys: readonly Key[]): Key | null {
  if (text.startsWith('\u001b') && text.length > 1) return null;
  const [first = ''] = text;
  const name = namedKeys.get(first) ?? first.toLowerCase();
  return keys.find((key) => key === name) ?? null;
}
