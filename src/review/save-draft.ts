import {
  AlreadyDecidedError,
  type DraftRecord,
  ReviewClosedError,
  retryOnConflict,
  toStandingDecision,
} from '../core/index.ts';
import { requireWaiting } from './carry-drafts.ts';
import { findReview } from './find-review.ts';
import type { HostContext } from './host-context.ts';
import { type DraftInput, parseDraft } from './parse-input.ts';
import type { ReviewSummary } from './review-host.ts';
import { summarizeReview } from './summarize-reviews.ts';

/** Keeps what a reviewer has typed on a review that waits. */
export async function saveDraft(
  context: HostContext,
  reviewId: string,
  given: DraftInput,
): Promise<DraftRecord | null> {
  const { reviewer, text, comments = [] } = await parseDraft(given);
  return retryOnConflict(async () => {
    const review = await findReview(context, reviewId);
    const { planId } = review;
    assertWaiting(await summarizeReview(context, review));
    if (text === '' && comments.length === 0) {
      await context.storage.commit([
        requireWaiting(review),
        { type: 'draft-removed', planId, reviewId: review.id, reviewer },
      ]);
      return null;
    }
    const draft: DraftRecord = { reviewId: review.id, reviewer, text, comments, savedAt: context.now() };
    await context.storage.commit([requireWaiting(review), { type: 'draft-saved', planId, draft }]);
    return draft;
  });
}

/**
 * Makes sure that a review can still be worked on.
 *
 * @throws {AlreadyDecidedError | ReviewClosedError}
 */
export function assertWaiting({ review, decision, undoUntil }: ReviewSummary): void {
  if (decision !== null) throw new AlreadyDecidedError({ decision: toStandingDecision(decision), undoUntil });
  if (review.status !== 'closed') return;
  const reason = review.closedReason ?? 'closed';
  throw new ReviewClosedError({ reviewId: review.id, reason, replacedBy: review.replacedBy });
}
