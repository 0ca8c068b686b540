import { setTimeout as delay } from 'node:timers/promises';
import type { ReviewHost, ReviewSummary } from '../review/index.ts';

/** A little more than a hold takes to be over for every clock of this machine. */
const marginMs = 50;

/** Waits until the decision on a review, if there is one, can no longer be undone. Fetches no answer. */
export async function settleHold(host: ReviewHost, reviewId: string): Promise<ReviewSummary> {
  for (;;) {
    const summary = await host.get(reviewId);
    if (summary.undoUntil === null) return summary;
    await delay(Math.max(0, Date.parse(summary.undoUntil) - Date.now()) + marginMs);
  }
}
