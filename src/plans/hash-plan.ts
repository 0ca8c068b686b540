import { createHash } from 'node:crypto';

/** The digest by which a plan's bytes are known: SHA-256 in lower-case hex. */
export function hashPlan(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
