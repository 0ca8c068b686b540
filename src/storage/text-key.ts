/** What a key cannot hold as it is: NUL, and a first character that would make it look like an encoded key. */
const needsEncoding = /^"|\0/;

/**
 * Writes any string as text that every database keeps exactly and compares byte by byte. Strings are themselves, but one
 * with a NUL, a lone surrogate or a leading `"` becomes its JSON form. Different strings give different keys.
 */
export function encodeKey(text: string): string {
  return text.isWellFormed() && !needsEncoding.test(text) ? text : JSON.stringify(text);
}

/**
 * Reads what {@link encodeKey} wrote.
 *
 * @throws {SyntaxError} no key of ours.
 */
export function decodeKey(key: string): string {
  return key.startsWith('"') ? String(JSON.parse(key)) : key;
}

/** Orders two strings by their code points: the order of their UTF-8 bytes, which is how SQLite orders text. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) {
    const left = one.charCodeAt(index);
    const right = other.charCodeAt(index);
    if (left !== right) return rankUnit(left) - rankUnit(right);
  }
  return one.length - other.length;
}

/** A UTF-16 unit's place among code points: surrogates stand for what lies above U+FFFF. */
function rankUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
