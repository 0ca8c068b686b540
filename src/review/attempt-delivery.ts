import {
  type DeliveredLeg,
  type DeliveryPatch,
  type DeliveryRecord,
  type DueDelivery,
  type ErrorCode,
  endedStatuses,
  type ResumableAgent,
} from '../core/index.ts';
import { describeError, hasCode } from './has-code.ts';
import type { HostContext } from './host-context.ts';
import { assertFileUnchanged } from './inspect-plan-file.ts';

/** What came of one attempt to deliver. */
export type AttemptOutcome =
  | { readonly status: 'delivered'; readonly leg: DeliveredLeg; readonly due: DueDelivery }
  /** Delivered elsewhere, undone, or refused: nothing is left to do. */
  | { readonly status: 'over' }
  /** The run is at work on something else; nothing went wrong. */
  | { readonly status: 'busy' }
  | { readonly status: 'failed'; readonly error: unknown };

/** Codes that say: somebody else delivers or delivered this, or the run is not resting now. */
const contention: readonly ErrorCode[] = [
  'ALREADY_DECIDED',
  'CONFLICT',
  'CLAIM_LOST',
  'RUN_NOT_SUSPENDED',
  'TOOL_CALL_NOT_SUSPENDED',
];

/** Codes that no further attempt can mend: a person has to decide again. */
const final: readonly ErrorCode[] = ['PLAN_CHANGED', 'INVALID_RESUME_DATA', 'TOOL_CALL_NOT_SUSPENDED'];

/** Brings one due decision to its agent. Never rejects. */
export async function attemptDelivery(
  context: HostContext,
  agent: ResumableAgent,
  delivery: DeliveryRecord,
): Promise<AttemptOutcome> {
  try {
    const due = await readDue(context, delivery);
    return due === null ? { status: 'over' } : await deliver(context, agent, due);
  } catch (error) {
    return { status: 'failed', error };
  }
}

/** Marks a delivery as refused, unless it is over already. */
export function refuseDelivery(context: HostContext, due: DueDelivery, reason: string): Promise<boolean> {
  return updateDelivery(context, due, { status: 'refused', attempts: due.delivery.attempts + 1, reason });
}

async function deliver(context: HostContext, agent: ResumableAgent, due: DueDelivery): Promise<AttemptOutcome> {
  try {
    // An agent that sees no files relies on this look; the others look again inside their claim.
    if (due.decision.decision.action === 'approved') await assertFileUnchanged(context, due.review);
    return { status: 'delivered', leg: await agent.deliver(due), due };
  } catch (error) {
    return settleFailure(context, due, error);
  }
}

async function settleFailure(context: HostContext, due: DueDelivery, error: unknown): Promise<AttemptOutcome> {
  const current = await readDue(context, due.delivery);
  if (current === null) return { status: 'over' };
  if (hasCode(error, final)) return refuse(context, current, error);
  if (!hasCode(error, contention)) {
    await updateDelivery(context, current, {
      attempts: current.delivery.attempts + 1,
      reason: describeError(error),
    });
    return { status: 'failed', error };
  }
  const run = due.delivery.runId === null ? null : await context.storage.getRun(due.delivery.runId);
  if (run !== null && endedStatuses.includes(run.status)) return refuse(context, current, error);
  return { status: 'busy' };
}

async function refuse(context: HostContext, due: DueDelivery, error: unknown): Promise<AttemptOutcome> {
  await refuseDelivery(context, due, describeError(error));
  context.logger.warn('A decision could not be delivered and waits for its reviewer.', {
    reviewId: due.review.id,
    reason: describeError(error),
  });
  return { status: 'over' };
}

/** @returns the delivery as it stands, with its review and decision; `null` when it is no longer to be made. */
async function readDue(context: HostContext, { id, reviewId }: DeliveryRecord): Promise<DueDelivery | null> {
  const [review, decisions, deliveries] = await Promise.all([
    context.storage.getReview(reviewId),
    context.storage.listDecisions(reviewId),
    context.storage.listDeliveries({ reviewId, status: ['pending'] }),
  ]);
  const delivery = deliveries.items.find((other) => other.id === id);
  const decision = decisions.find((other) => other.id === delivery?.decisionId && other.status === 'standing');
  return review === null || delivery === undefined || decision === undefined ? null : { review, decision, delivery };
}

/** @returns whether the delivery was still to be made. */
async function updateDelivery(context: HostContext, due: DueDelivery, set: DeliveryPatch): Promise<boolean> {
  try {
    const { planId } = due.review;
    await context.storage.commit([
      { type: 'delivery-updated', planId, deliveryId: due.delivery.id, expect: ['pending'], set },
    ]);
    return true;
  } catch (error) {
    if (hasCode(error, ['CONFLICT'])) return false;
    throw error;
  }
}
