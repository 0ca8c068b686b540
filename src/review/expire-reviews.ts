import { closeReview, type ReviewRecord } from '../core/index.ts';
import { hasCode } from './has-code.ts';
import { addMs, type HostContext, msUntil } from './host-context.ts';

/** Whether a review waits past its time. */
export function isExpired(context: HostContext, review: ReviewRecord): boolean {
  return review.status === 'waiting' && review.expiresAt !== null && msUntil(context, review.expiresAt) <= 0;
}

/** Closes one review as `expired`, unless somebody decided or closed it first. */
export async function expireReview(context: HostContext, review: ReviewRecord): Promise<void> {
  try {
    await context.storage.commit([closeReview(review, 'expired', { at: context.now() })]);
  } catch (error) {
    if (!hasCode(error, ['CONFLICT'])) throw error;
  }
}

/**
 * Closes the reviews whose time is over.
 *
 * @param horizonMs - how far to look ahead.
 * @returns milliseconds until the next one's time is over; the horizon when there is none before it.
 */
export async function expireReviews(context: HostContext, horizonMs: number): Promise<number> {
  const expiresBy = addMs(context.now(), horizonMs);
  const { items } = await context.storage.listReviews({ status: ['waiting'], expiresBy });
  let nextMs = horizonMs;
  for (const review of items) {
    if (review.expiresAt === null) continue;
    if (isExpired(context, review)) await expireReview(context, review);
    else nextMs = Math.min(nextMs, msUntil(context, review.expiresAt));
  }
  return nextMs;
}
