import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventChange, EventRecord } from '../core/index.ts';
import type { PreparedChange } from './prepare-change.ts';
import { encodeKey } from './text-key.ts';

/** The last entry of a chain; `null` before its first. */
export type ChainHead = Pick<EventRecord, 'number' | 'hash'> | null;

/** An entry before the storage has numbered it. */
export type NewEvent = Omit<EventRecord, 'sequence'>;

/** The changes of one commit by chain, chains in the order in which they first appear. */
export function groupByChain(prepared: readonly PreparedChange[]): ReadonlyMap<string, readonly EventChange[]> {
  const chains = new Map<string, EventChange[]>();
  for (const { chain, event } of prepared) {
    if (chain === null) continue;
    const changes = chains.get(chain);
    if (changes === undefined) chains.set(chain, [event]);
    else changes.push(event);
  }
  return chains;
}

/**
 * The next entry of a chain.
 *
 * @param head - the chain's last entry.
 */
export function buildEvent(head: ChainHead, entry: Pick<NewEvent, 'chain' | 'at' | 'changes'>): NewEvent {
  const linked = { ...entry, number: (head?.number ?? 0) + 1, previous: head?.hash ?? '' };
  return { ...linked, hash: hashEvent(linked) };
}

/**
 * Checks one chain from its beginning: that nothing in it was changed, taken out, put in or reordered. Entries cut off its
 * end leave no trace in it.
 *
 * @param events - all entries of the chain, in order.
 * @returns the number of the first entry that does not hold, or `null` when all do.
 */
export function verifyChain(events: readonly EventRecord[]): number | null {
  let head: ChainHead = null;
  for (const event of events) {
    const number: number = (head?.number ?? 0) + 1;
    const isLinked =
      event.number === number && event.previous === (head?.hash ?? '') && event.chain === events[0]?.chain;
    if (!isLinked || event.hash !== hashEvent(event)) return number;
    head = event;
  }
  return null;
}

/**
 * SHA-256 of the RFC 8785 form of `{ at, chain, changes, number, previous }`. RFC 8785 knows no lone surrogates, so an id that
 * holds one stands there in its JSON form.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
function hashEvent({ at, chain, changes, number, previous }: Omit<NewEvent, 'hash'>): string {
  const ids = changes.map((change) => ({ ...change, id: encodeKey(change.id) }));
  return hash('sha256', canonicalize({ at, chain: encodeKey(chain), changes: ids, number, previous }) ?? '');
}
