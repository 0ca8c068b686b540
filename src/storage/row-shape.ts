import { isRecord } from '../core/index.ts';

/** Looks at a value: `null` when it has the shape, else where it has not (`''` for the value itself). */
export type Shape = (value: unknown) => string | null;

/** A stored row that is not what we write. The storage says which file it stands in. */
export class RowFlaw extends Error {
  override readonly name = 'RowFlaw';
}

export const isText: Shape = (value) => (typeof value === 'string' ? null : '');
export const isNumber: Shape = (value) => (typeof value === 'number' ? null : '');
export const isBoolean: Shape = (value) => (typeof value === 'boolean' ? null : '');
export const isObject: Shape = (value) => (isRecord(value) ? null : '');
export const isAnything: Shape = () => null;

/** One of a few words. */
export function oneOf(words: readonly string[]): Shape {
  return (value) => (typeof value === 'string' && words.includes(value) ? null : '');
}

export function nullable(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value));
}

export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? null : shape(value));
}

export function listOf(shape: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return '';
    for (const [index, item] of value.entries()) {
      const flaw = shape(item);
      if (flaw !== null) return joinPath(String(index), flaw);
    }
    return null;
  };
}

/** An object with these fields; others are let through. */
export function withFields(fields: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(fields);
  return (value) => {
    if (!isRecord(value)) return '';
    for (const [name, shape] of entries) {
      const flaw = shape(value[name]);
      if (flaw !== null) return joinPath(name, flaw);
    }
    return null;
  };
}

/**
 * Reads a JSON text of a row.
 *
 * @param what - the row, for the error.
 * @throws {RowFlaw} it is no JSON, or not of this shape.
 */
export function parseText(text: unknown, shape: Shape, what: string): unknown {
  const value = parseJsonText(text, what);
  checkShape(value, shape, what);
  return value;
}

/** @throws {RowFlaw} the value is not of this shape. */
export function checkShape(value: unknown, shape: Shape, what: string): void {
  const flaw = shape(value);
  if (flaw !== null) throw new RowFlaw(`${what} has no proper ${flaw === '' ? 'content' : `"${flaw}"`}`);
}

function parseJsonText(text: unknown, what: string): unknown {
  if (typeof text !== 'string') throw new RowFlaw(`${what} has no text`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RowFlaw(`${what} is no JSON`, { cause: error });
  }
}

function joinPath(name: string, rest: string): string {
  return rest === '' ? name : `${name}.${rest}`;
}
