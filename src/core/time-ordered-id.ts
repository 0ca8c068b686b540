/**
 * A UUID of version 7: it begins with the time, so rows made one after another lie side by side in an index.
 *
 * @see RFC 9562, section 5.7
 */
export function timeOrderedId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // The random bits, and the variant among them, are those of version 4; only the time and the version differ.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
