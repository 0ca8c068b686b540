import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventChange, EventRecord } from '../core/index.ts';
import type { PreparedChange } from './prepare-change.ts';
import { encodeKey } from './text-key.ts';

/** The last entry of a chain; `null` before its first. */
export type ChainHead = Pick<EventRecord, 'number' | 'hash'> | null;

/** An entry before the storage has numbered it, and its changes as JSON. */
export interface NewEvent extends EventRecord {
  readonly text: string;
}

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
 * @param entry.changes - with their keys in alphabetical order.
 */
export function buildEvent(head: ChainHead, entry: Pick<NewEvent, 'chain' | 'at' | 'changes'>): NewEvent {
  const { at, chain, changes } = entry;
  const number = (head?.number ?? 0) + 1;
  const previous = head?.hash ?? '';
  const text = JSON.stringify(changes);
  // With its keys in order, and with nothing in it but well-formed strings and whole numbers, JSON.stringify writes the RFC 8785
  // form, several times as fast as a general writer does. verifyChain reads it back with a general one.
  const links = `"number":${number},"previous":"${previous}"`;
  const canonical = `{"at":${JSON.stringify(at)},"chain":${JSON.stringify(encodeKey(chain))},"changes":${text},${links}}`;
  return { at, chain, changes, number, previous, text, hash: hash('sha256', canonical) };
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
function hashEvent({ at, chain, changes, number, previous }: EventRecord): string {
  return hash('sha256', canonicalize({ at, chain: encodeKey(chain), changes, number, previous }) ?? '');
}
