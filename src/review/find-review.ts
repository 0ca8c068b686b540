import { ReviewNotFoundError, type ReviewRecord } from '../core/index.ts';
import { expireReview, isExpired } from './expire-reviews.ts';
import type { HostContext } from './host-context.ts';

/** The fewest characters of an id that may stand for it. */
const minPrefix = 6;

/**
 * Finds a review by its id or by the beginning of it. One whose time is over is closed as `expired` first.
 *
 * @throws {ReviewNotFoundError} no review has this id, or its beginning names several (they are in `candidates`).
 */
export async function findReview(context: HostContext, reviewId: string): Promise<ReviewRecord> {
  const review = (await context.storage.getReview(reviewId)) ?? (await findByPrefix(context, reviewId));
  if (!isExpired(context, review)) return review;
  await expireReview(context, review);
  return (await context.storage.getReview(review.id)) ?? review;
}

async function findByPrefix(context: HostContext, prefix: string): Promise<ReviewRecord> {
  if (prefix.length < minPrefix) throw new ReviewNotFoundError({ reviewId: prefix });
  const { items } = await context.storage.listReviews({ idPrefix: prefix });
  const found = items.filter(({ id }) => id.startsWith(prefix));
  const [review] = found;
  if (review === undefined || found.length > 1) {
    throw new ReviewNotFoundError({ reviewId: prefix, candidates: found.map(({ id }) => id) });
  }
  return review;
}
