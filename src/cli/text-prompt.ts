import { createInterface } from 'node:readline';
import { InterruptedError } from './key-prompt.ts';
import type { Surroundings } from './output.ts';

/** How a person left {@link readLines}. */
export interface TypedText {
  readonly text: string;
  /** `done`: Ctrl-D. `back`: Escape. `editor`: Ctrl-G, to go on in an editor. */
  readonly end: 'done' | 'back' | 'editor';
}

/** Options of {@link readLines}. */
export interface LinePrompt {
  /** What was typed before; what is typed now follows on new lines. */
  readonly before: string;
  /** Told the whole text after each line, so that it can be kept. */
  readonly onLine: (text: string) => void;
}

/**
 * Lets a person type or paste lines of text. Line ends become `\n`.
 *
 * @throws {InterruptedError} Ctrl-C, or the terminal is gone; `onLine` was told the lines so far.
 */
export async function readLines({ stdin, stdout }: Surroundings, { before, onLine }: LinePrompt): Promise<TypedText> {
  const lines = before === '' ? [] : [before];
  const prompt = createInterface({
    input: stdin,
    output: stdout,
    terminal: true,
    prompt: '',
    historySize: 0,
    crlfDelay: Number.POSITIVE_INFINITY,
    escapeCodeTimeout: 50,
  });
  const { promise, resolve, reject } = Promise.withResolvers<TypedText['end']>();
  const onKey = (_: string | undefined, key: { readonly name?: string; readonly ctrl?: boolean } | undefined): void => {
    if (key?.name === 'escape') resolve('back');
    if (key?.ctrl === true && key.name === 'g') resolve('editor');
  };
  prompt.on('line', (line) => {
    lines.push(line);
    onLine(lines.join('\n'));
  });
  prompt.on('SIGINT', () => reject(new InterruptedError()));
  prompt.on('close', () => resolve('done'));
  stdin.on('keypress', onKey);
  try {
    const end = await promise;
    return { text: [...lines, ...(prompt.line === '' ? [] : [prompt.line])].join('\n'), end };
  } catch (error) {
    if (prompt.line !== '') onLine([...lines, prompt.line].join('\n'));
    throw error;
  } finally {
    stdin.off('keypress', onKey);
    prompt.close();
    stdin.pause();
  }
}
