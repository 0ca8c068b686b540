import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandError } from './command-error.ts';
import type { Surroundings } from './output.ts';
import { words } from './words.ts';

/** Where the words for a decision come from: at most one of these. */
export interface GivenText {
  readonly text: string | undefined;
  /** A file's path, or `-` for stdin. */
  readonly file: string | undefined;
  /** `-` for stdin; anything else is a mistake. */
  readonly source: string | undefined;
  /** The option that takes the text itself, for messages. */
  readonly option: string;
}

const maxBytes = 4 * 1024 * 1024;

/**
 * Reads a reviewer's words, unchanged: line ends and a byte order mark stay.
 *
 * @returns `undefined` where none were given; stdin is then not touched.
 * @throws {CommandError} several were given, or they cannot be read as UTF-8.
 */
export async function readGivenText(surroundings: Surroundings, given: GivenText): Promise<string | undefined> {
  const { text, file, source, option } = given;
  if (source !== undefined && source !== '-')
    throw new CommandError(words.errors.strayWord(source, option), { isUsage: true });
  const [place, ...others] = [file, source].filter((name) => name !== undefined);
  if (place === undefined) return text;
  if (text !== undefined || others.length > 0)
    throw new CommandError(words.errors.severalTexts(option), { isUsage: true });
  return place === '-' ? readStdin(surroundings) : readTextFile(resolve(surroundings.cwd(), place));
}

async function readStdin({ stdin, stderr }: Surroundings): Promise<string> {
  if (stdin.isTTY) stderr.write(`${words.decide.typeOnStdin}\n`);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > maxBytes) throw new CommandError(words.errors.textTooLarge(words.decide.stdin, maxBytes));
    chunks.push(bytes);
  }
  return decode(Buffer.concat(chunks), words.decide.stdin);
}

async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new CommandError(words.errors.textUnreadable(path, cause instanceof Error ? cause.message : String(cause)), {
      cause,
    });
  });
  if (bytes.byteLength > maxBytes) throw new CommandError(words.errors.textTooLarge(path, maxBytes));
  return decode(bytes, path);
}

function decode(bytes: Buffer, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(words.errors.textNotUtf8(place), { cause });
  }
}
