import { confirmDelivery, InvalidInputError, retryOnConflict } from '../core/index.ts';
import { refuseDelivery } from './attempt-delivery.ts';
import { findReview } from './find-review.ts';
import { describeError, hasCode } from './has-code.ts';
import { type HostContext, msUntil } from './host-context.ts';
import { assertFileUnchanged } from './inspect-plan-file.ts';
import type { ReviewSummary, WaitOptions } from './review-host.ts';
import { readSummary, summarizeReview } from './summarize-reviews.ts';

/**
 * Waits until a review is decided and its hold is over, or it is closed, or the time is up. It looks again after each
 * change in the storage and when a hold or a deadline ends; its timer keeps the process alive.
 */
export async function waitForDecision(
  context: HostContext,
  reviewId: string,
  { timeoutMs = Number.POSITIVE_INFINITY, abortSignal }: WaitOptions,
): Promise<ReviewSummary> {
  assertTimeout(timeoutMs);
  const { id } = await findReview(context, reviewId);
  const endsAt = performance.now() + timeoutMs;
  const bell = createBell();
  const unwatch = context.storage.watch(bell.ring);
  abortSignal?.addEventListener('abort', bell.ring);
  try {
    for (;;) {
      bell.reset();
      const summary = await readAndConfirm(context, id);
      const leftMs = abortSignal?.aborted === true ? 0 : endsAt - performance.now();
      if (isOver(context, summary) || leftMs <= 0) return summary;
      await bell.wait(Math.min(leftMs, context.pollMs, msUntilNextTurn(context, summary)));
    }
  } finally {
    unwatch();
    abortSignal?.removeEventListener('abort', bell.ring);
  }
}

async function readAndConfirm(context: HostContext, reviewId: string): Promise<ReviewSummary> {
  return retryOnConflict(async () => {
    const summary = await summarizeReview(context, await findReview(context, reviewId));
    return isOver(context, summary) ? confirmWithoutRun(context, summary) : summary;
  });
}

/** A plan without a run is delivered by telling its answer to whoever waits for it. */
async function confirmWithoutRun(context: HostContext, summary: ReviewSummary): Promise<ReviewSummary> {
  const { review, decision, delivery } = summary;
  if (review.source.runId !== null || review.source.agentId !== null) return summary;
  if (decision === null || delivery?.status !== 'pending') return summary;
  try {
    if (decision.decision.action === 'approved') await assertFileUnchanged(context, review);
    await context.storage.commit([confirmDelivery(review, delivery, context.now())]);
  } catch (error) {
    if (!hasCode(error, ['PLAN_CHANGED'])) throw error;
    await refuseDelivery(context, { review, decision, delivery }, describeError(error));
  }
  return readSummary(context, review);
}

function isOver(context: HostContext, { review, delivery }: ReviewSummary): boolean {
  if (review.status === 'closed') return true;
  if (delivery === null) return false;
  return delivery.status !== 'pending' || msUntil(context, delivery.dueAt) <= 0;
}

function msUntilNextTurn(context: HostContext, { review, delivery }: ReviewSummary): number {
  const turn = delivery?.dueAt ?? review.expiresAt;
  return turn === null ? Number.POSITIVE_INFINITY : Math.max(1, msUntil(context, turn));
}

function assertTimeout(timeoutMs: number): void {
  if (timeoutMs >= 0) return;
  const message = `is ${timeoutMs}; it must be a number of milliseconds from 0`;
  throw new InvalidInputError({ what: 'The time to wait', issues: [{ path: 'timeoutMs', message }] });
}

/** Wakes one waiter; a ring before it waits is not lost. */
function createBell(): { ring(): void; reset(): void; wait(ms: number): Promise<void> } {
  let hasRung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    reset() {
      hasRung = false;
    },
    async wait(ms) {
      if (hasRung) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      wake = null;
    },
  };
}
