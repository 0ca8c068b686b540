import { hash } from 'node:crypto';
import { type Change, type EventChange, InvalidInputError } from '../core/index.ts';
import { encodeKey } from './text-key.ts';

/** A change with what is worked out before its transaction begins. */
export interface PreparedChange {
  readonly change: Change;
  /** The chain its event belongs to; `null` for what belongs to none. */
  readonly chain: string | null;
  /** The JSON text of what the change carries. Messages and decisions rest in exactly this form. */
  readonly text: string;
  readonly event: EventChange;
}

/** What the record says of a change: its chain, the id and status of the record, and what its digest covers. */
interface Entry {
  readonly chain: string | null;
  readonly id: string;
  readonly status?: string | undefined;
  readonly content: unknown;
}

/**
 * Works out a change's JSON text and its entry in the event chain.
 *
 * The entry's `sha256` is that of the UTF-8 JSON text, as `JSON.stringify` writes it, of what the change carries: the
 * record that is created, the fields that are set, the messages that are appended. A decision's and a message row's stored text have
 * that digest for ever.
 *
 * @throws {InvalidInputError} a plan's bytes do not have the digest they are to be stored under.
 */
export function prepareChange(change: Change): PreparedChange {
  if (change.type === 'plan-stored') checkPlan(change.planSha256, change.bytes);
  const { chain, id, status, content } = describeChange(change);
  const text = chain === null ? '' : JSON.stringify(content);
  return { change, chain, text, event: describeEvent(change.type, { id, status, text }) };
}

/** With the keys in alphabetical order, as the hash of the event wants them; an id as every database keeps it. */
function describeEvent(
  type: string,
  { id, status, text }: Pick<Entry, 'id' | 'status'> & { text: string },
): EventChange {
  const key = encodeKey(id);
  const sha256 = hash('sha256', text);
  return status === undefined ? { id: key, sha256, type } : { id: key, sha256, status, type };
}

function checkPlan(planSha256: string, bytes: Uint8Array): void {
  const found = hash('sha256', bytes);
  if (found === planSha256) return;
  const message = `is not that of the bytes, which is ${found}`;
  throw new InvalidInputError({ what: `The plan "${planSha256}"`, issues: [{ path: 'planSha256', message }] });
}

function describeChange(change: Change): Entry {
  switch (change.type) {
    case 'run-created':
      return { chain: change.run.id, id: change.run.id, status: change.run.status, content: change.run };
    case 'run-updated': {
      const { runId, set, options } = change;
      return {
        chain: runId,
        id: runId,
        status: set.status,
        content: options === undefined ? set : { ...set, options },
      };
    }
    case 'messages-appended':
      return { chain: change.runId, id: change.runId, content: change.messages };
    case 'messages-removed':
      return { chain: change.runId, id: change.runId, content: {} };
    case 'call-created': {
      const { call } = change;
      return { chain: call.runId, id: call.toolCallId, status: call.state.status, content: call };
    }
    case 'call-updated':
      return { chain: change.runId, id: change.toolCallId, status: change.state.status, content: change.state };
    case 'plan-stored':
      return { chain: null, id: change.planSha256, content: null };
    default:
      return describePlanChange(change);
  }
}

/** A change that belongs to the chain of a plan. */
type PlanChange = Extract<Change, { readonly planId: string }> | Extract<Change, { readonly type: 'review-created' }>;

function describePlanChange(change: PlanChange): Entry {
  if (change.type === 'review-created') {
    const { review } = change;
    return { chain: review.planId, id: review.id, status: review.status, content: review };
  }
  const chain = change.planId;
  switch (change.type) {
    case 'review-updated':
      return { chain, id: change.reviewId, status: change.set.status, content: change.set };
    case 'decision-recorded':
      return { chain, id: change.decision.id, status: change.decision.status, content: change.decision };
    case 'decision-undone':
      return { chain, id: change.decisionId, status: 'undone', content: { undoneAt: change.at } };
    case 'delivery-created':
      return { chain, id: change.delivery.id, status: change.delivery.status, content: change.delivery };
    case 'delivery-updated':
      return { chain, id: change.deliveryId, status: change.set.status, content: change.set };
    case 'draft-saved':
      return { chain, id: change.draft.reviewId, content: change.draft };
    case 'draft-removed':
      return { chain, id: change.reviewId, content: { reviewer: change.reviewer } };
  }
}
