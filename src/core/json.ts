/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue | undefined };

/**
 * Reduces a value to what JSON can hold: functions and `undefined` go, dates become strings.
 *
 * @returns `null` for a value that JSON has no form for at all (`undefined`, a function, a symbol).
 * @throws {TypeError} the value is circular or holds a BigInt.
 */
export function toJsonValue(value: unknown): JsonValue {
  const text = JSON.stringify(value);
  return text === undefined ? null : parseJson(text);
}

/** Parses JSON text that this program wrote or that a model sent. */
export function parseJson(text: string): JsonValue {
  // The one place where the result of JSON.parse gets its type: JSON has no other values.
  return JSON.parse(text) as JsonValue;
}

/** Whether a value is an object with string keys: not `null`, not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
