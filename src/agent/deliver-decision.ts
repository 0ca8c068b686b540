import { type Change, confirmDelivery, type DueDelivery, PlanChangedError, RunNotFoundError } from '../core/index.ts';
import { answerPlan, claimChange } from './answer-changes.ts';
import { checkUnchanged, findTool } from './check-answer.ts';
import { continueRun } from './continue-run.ts';
import { findWaitingCall, readOwnRun } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';
import { closeOtherReviews } from './resume-run.ts';
import type { RunOutput } from './run-output.ts';

/**
 * Brings a recorded decision to the run that waits for it: claim, settled call and delivery in one transaction.
 *
 * @throws {PlanChangedError} the plan's file changed since the approval; the delivery is marked `refused`.
 * @throws a typed error when it cannot be delivered; nothing was claimed.
 */
export async function deliverDecision(parts: AgentParts, due: DueDelivery): Promise<RunOutput> {
  const { review, decision, delivery } = due;
  const { runId, toolCallId } = review.source;
  if (runId === null || toolCallId === null) throw new RunNotFoundError({ runId: undefined });
  const run = await readOwnRun(parts.storage, parts.id, runId);
  const [calls, rows] = await Promise.all([parts.storage.getCalls(runId), parts.storage.getMessages(runId)]);
  const call = await findWaitingCall(parts.storage, { run, calls }, { toolCallId, kind: 'any' });
  if (decision.decision.action === 'approved') await refuseWhenChanged(parts, due);
  const answer = answerPlan(decision.decision, findTool(parts, call), { run, calls, call, plan: review });
  const at = parts.now();
  const closed = decision.decision.stop === true ? await closeOtherReviews(parts, review, at) : [];
  const changes: Change[] = [...answer.changes, confirmDelivery(review, delivery, at), ...closed];
  const claimed = claimChange(parts, run, { set: answer.set });
  await parts.storage.commit([claimed.change, ...changes]);
  return continueRun(parts, claimed.run, { rows, calls, answer, call, options: {} });
}

async function refuseWhenChanged(parts: AgentParts, { review, delivery }: DueDelivery): Promise<void> {
  try {
    await checkUnchanged(parts, review);
  } catch (error) {
    if (!(error instanceof PlanChangedError)) throw error;
    const set = {
      status: 'refused',
      attempts: delivery.attempts + 1,
      reason: `${error.code}: ${error.message}`,
    } as const;
    const { planId } = review;
    await parts.storage.commit([
      { type: 'delivery-updated', planId, deliveryId: delivery.id, expect: ['pending', 'refused'], set },
    ]);
    throw error;
  }
}
