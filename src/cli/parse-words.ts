import { CommandError } from './command-error.ts';
import { words } from './words.ts';

/** How `--wait` without a number stands in the words of a command. */
export const withoutEnd = 'forever';

/**
 * Reads a number of seconds, for example `5` or `0.5`.
 *
 * @throws {CommandError} it is none; exit code 64.
 */
export function parseSeconds(option: string, text: string): number {
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text);
  throw new CommandError(words.errors.notSeconds(option, text), { isUsage: true });
}

/** Reads a port. @throws {CommandError} it is none; exit code 64. */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CommandError(words.errors.notPort(text), { isUsage: true });
}

/**
 * Reads the beginning of a SHA-256, at least 8 hex digits.
 *
 * @returns lower case. @throws {CommandError} it is none; exit code 64.
 */
export function parseShaPrefix(text: string): string {
  if (/^[0-9a-f]{8,64}$/i.test(text)) return text.toLowerCase();
  throw new CommandError(words.errors.notSha(text), { isUsage: true });
}

/** Gives `--wait` its value where no number follows, so that the next word is not taken for one. */
export function settleWait(argv: readonly string[]): readonly string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  return argv.map((word, index) => {
    const isBare = word === '--wait' && index < end && !/^\d+(?:\.\d+)?$/.test(argv[index + 1] ?? '');
    return isBare ? `${word}=${withoutEnd}` : word;
  });
}
