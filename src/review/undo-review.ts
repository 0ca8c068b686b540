import { type Change, DecisionNotUndoableError, endedStatuses, retryOnConflict, undoDecision } from '../core/index.ts';
import { findReview } from './find-review.ts';
import type { HostContext } from './host-context.ts';
import type { ReviewSummary } from './review-host.ts';
import { readSummary, summarizeReview } from './summarize-reviews.ts';

/** Takes back a decision that did not reach its agent; the review waits again. */
export function undoReview(context: HostContext, reviewId: string): Promise<ReviewSummary> {
  return retryOnConflict(async () => {
    const review = await findReview(context, reviewId);
    const summary = await summarizeReview(context, review);
    await context.storage.commit(await planUndo(context, summary));
    return readSummary(context, review);
  });
}

/**
 * The changes that take a decision back.
 *
 * @throws {DecisionNotUndoableError} there is none, it is on its way or delivered, or nobody waits for another one.
 */
export async function planUndo(context: HostContext, summary: ReviewSummary): Promise<readonly Change[]> {
  const { review, decision, delivery } = summary;
  if (decision === null || delivery === null) throw cannotUndo(summary, describeUndecided(summary));
  if (delivery.status === 'pending' && summary.undoUntil === null) {
    throw cannotUndo(summary, `its hold ended at ${delivery.dueAt}, and it is on its way to the agent`);
  }
  if (delivery.status === 'delivered') {
    throw cannotUndo(summary, `it was delivered at ${delivery.deliveredAt ?? 'an unknown time'}`);
  }
  const run = review.source.runId === null ? null : await context.storage.getRun(review.source.runId);
  if (run !== null && endedStatuses.includes(run.status)) {
    throw cannotUndo(summary, `run "${run.id}" is ${run.status}, so nobody waits for another decision`);
  }
  if (run === null) await assertNewest(context, summary);
  return undoDecision({ review, decision, delivery }, context.now());
}

/** Of a plan without a run only one revision waits: what was submitted since would wait beside this one. */
async function assertNewest(context: HostContext, summary: ReviewSummary): Promise<void> {
  const { items } = await context.storage.listReviews({ planId: summary.review.planId, status: ['waiting'] });
  const newer = items.find(({ id }) => id !== summary.review.id);
  if (newer !== undefined) throw cannotUndo(summary, `revision ${newer.revision} was submitted since and waits`);
}

function cannotUndo({ review }: ReviewSummary, reason: string): DecisionNotUndoableError {
  return new DecisionNotUndoableError({ reviewId: review.id, reason });
}

function describeUndecided({ review }: ReviewSummary): string {
  if (review.status !== 'closed') return 'none stands; the review waits';
  return `none stands; the review is closed (${review.closedReason ?? 'closed'})`;
}
