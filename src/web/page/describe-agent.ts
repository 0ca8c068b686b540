import type { ReviewItem } from '../wire.ts';
import { messages } from './language.ts';

/** The agent in a sentence. */
export function nameAgent({ agent, host }: Pick<ReviewItem, 'agent' | 'host'>): string {
  return agent ?? (host === 'shell' ? messages.theAgent : host);
}

/** Where a plan came from, in a list of facts. */
export function nameSource({ agent, host }: Pick<ReviewItem, 'agent' | 'host'>): string {
  return agent ?? (host === 'shell' ? messages.theCommand : host);
}
