import { InvalidInputError, type Page } from '../core/index.ts';

/** The part of a list that a page asks for. */
export interface Slice {
  readonly offset: number;
  /** `null`: to the end. */
  readonly limit: number | null;
}

const maxPerPage = 1_000_000;

/**
 * Reads a page.
 *
 * @throws {InvalidInputError} a number outside its range.
 */
export function readPage({ page = 0, perPage }: Page): Slice {
  if (!Number.isSafeInteger(page) || page < 0) throw invalid('page', 'must be an integer from 0');
  if (perPage === undefined) return { offset: page === 0 ? 0 : Number.MAX_SAFE_INTEGER, limit: null };
  if (!Number.isSafeInteger(perPage) || perPage < 1 || perPage > maxPerPage) {
    throw invalid('perPage', `must be an integer from 1 to ${maxPerPage}`);
  }
  return { offset: Math.min(page * perPage, Number.MAX_SAFE_INTEGER), limit: perPage };
}

/**
 * Writes a time of a filter in the one form in which stored times can be compared as text.
 *
 * @throws {InvalidInputError} no time.
 */
export function readTime(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) throw invalid(name, `is no ISO 8601 time: "${value}"`);
  return new Date(time).toISOString();
}

/** One id or several, each once, in the order in which they were asked for. */
export function readIds(ids: string | readonly string[]): readonly string[] {
  return typeof ids === 'string' ? [ids] : [...new Set(ids)];
}

function invalid(path: string, message: string): InvalidInputError {
  return new InvalidInputError({ what: 'The filter', issues: [{ path, message }] });
}
