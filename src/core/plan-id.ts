import { createHash } from 'node:crypto';

/**
 * The identity of a plan: the same parts always give the same id, so a resubmission joins its chain.
 *
 * @param parts - who submits (agent or host), the conversation (thread, session or run), and the plan's path.
 * @returns `plan_` and 24 hex digits of the SHA-256 over the parts as JSON.
 */
export function planIdOf(parts: readonly string[]): string {
  return `plan_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`;
}
