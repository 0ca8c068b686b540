import {
  assertDecidable,
  type Decision,
  decideReview,
  PlanNotReadError,
  type ReviewRecord,
  retryOnConflict,
} from '../core/index.ts';
import { assertAnswerFits, formatAnswer } from '../plans/index.ts';
import { findReview } from './find-review.ts';
import { addMs, type HostContext } from './host-context.ts';
import { assertFileUnchanged } from './inspect-plan-file.ts';
import { parseAuthor, parseDecision, parseHold } from './parse-input.ts';
import type { DecideOptions, ReviewSummary } from './review-host.ts';
import { joinDecision, summarizeReview } from './summarize-reviews.ts';

/** What somebody decided, as it came in. */
export interface GivenDecision {
  readonly decision: Decision;
  readonly options: DecideOptions;
}

/** Records a decision; its delivery becomes due when the hold is over. */
export async function recordDecision(
  context: HostContext,
  reviewId: string,
  given: GivenDecision,
): Promise<ReviewSummary> {
  const decision = await parseDecision(given.decision);
  const by = await parseAuthor(given.options.by);
  const holdMs = parseHold(given.options.holdMs ?? context.holdMs);
  return retryOnConflict(async () => {
    const review = await findReview(context, reviewId);
    await assertTakes(context, review, decision);
    const at = context.now();
    const recorded = decideReview({
      review,
      decision,
      by,
      // The id of a review names the submission, and with it the bytes.
      named: true,
      decisionId: context.generateId(),
      deliveryId: context.generateId(),
      at,
      dueAt: addMs(at, holdMs),
      isDelivered: false,
    });
    await context.storage.commit(recorded.changes);
    return joinDecision(context, { ...review, status: 'decided', closedAt: at }, recorded);
  });
}

async function assertTakes(context: HostContext, review: ReviewRecord, decision: Decision): Promise<void> {
  const standing = await summarizeReview(context, review);
  assertDecidable(
    review,
    decision,
    standing.decision === null ? null : { decision: standing.decision, undoUntil: standing.undoUntil },
  );
  assertAnswerFits(formatAnswer(decision, { path: review.path, revision: review.revision }));
  if (decision.action !== 'approved') return;
  if (review.planSha256 === null) throw new PlanNotReadError({ reviewId: review.id, path: review.path });
  await assertFileUnchanged(context, review);
}
