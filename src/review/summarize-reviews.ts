import type { DecisionRecord, DeliveryRecord, ReviewRecord } from '../core/index.ts';
import { type HostContext, msUntil } from './host-context.ts';
import type { ReviewSummary } from './review-host.ts';

/** A decision and the way it goes. */
export interface DecisionOnItsWay {
  readonly decision: DecisionRecord;
  readonly delivery: DeliveryRecord | null;
}

/** Joins reviews with what was decided on them and how far that got: two queries, however many reviews. */
export async function summarizeReviews(
  context: HostContext,
  reviews: readonly ReviewRecord[],
): Promise<readonly ReviewSummary[]> {
  const decided = reviews.filter(({ status }) => status === 'decided').map(({ id }) => id);
  if (decided.length === 0) return reviews.map(toUndecided);
  const [decisions, deliveries] = await Promise.all([
    context.storage.listDecisions(decided),
    context.storage.listDeliveries({ reviewId: decided }),
  ]);
  const standing = decisions.filter(({ status }) => status === 'standing');
  const decisionOf = new Map(standing.map((decision) => [decision.reviewId, decision]));
  const deliveryOf = new Map(deliveries.items.map((delivery) => [delivery.decisionId, delivery]));
  return reviews.map((review) => {
    const decision = decisionOf.get(review.id);
    if (decision === undefined) return toUndecided(review);
    return joinDecision(context, review, { decision, delivery: deliveryOf.get(decision.id) ?? null });
  });
}

/** One review, joined. */
export async function summarizeReview(context: HostContext, review: ReviewRecord): Promise<ReviewSummary> {
  const [summary] = await summarizeReviews(context, [review]);
  return summary ?? toUndecided(review);
}

/** One review as it stands in storage now, joined. */
export async function readSummary(context: HostContext, review: ReviewRecord): Promise<ReviewSummary> {
  return summarizeReview(context, (await context.storage.getReview(review.id)) ?? review);
}

/** A review on which nothing was decided. */
export function toUndecided(review: ReviewRecord): ReviewSummary {
  return { review, decision: null, delivery: null, undoUntil: null };
}

/** A review with the decision that stands on it. */
export function joinDecision(
  context: HostContext,
  review: ReviewRecord,
  { decision, delivery }: DecisionOnItsWay,
): ReviewSummary {
  const isHeld = delivery?.status === 'pending' && msUntil(context, delivery.dueAt) > 0;
  return { review, decision, delivery, undoUntil: isHeld ? delivery.dueAt : null };
}
