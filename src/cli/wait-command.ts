import type { ReviewHost, ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { readOutcome } from './exit-codes.ts';
import { refuseUnknownReview } from './find-target.ts';
import { withInterrupt } from './interrupt.ts';
import { withExistingHost } from './open-host.ts';
import { parseSeconds } from './parse-words.ts';
import { printOutcome } from './print-outcome.ts';
import { toLine } from './review-view.ts';
import { words } from './words.ts';

/** Options of `wait`. */
export interface WaitWords {
  readonly timeout?: string;
}

/** `countersign wait ID`: waits for a decision and exits with it. */
export async function waitForReview(
  context: CommandContext,
  reviewId: string,
  { timeout }: WaitWords,
): Promise<number> {
  const timeoutMs = timeout === undefined ? undefined : parseSeconds('--timeout', timeout) * 1000;
  return withExistingHost(context.project, refuseUnknownReview(reviewId), async ({ host }) => {
    const { review } = await host.get(reviewId);
    return printOutcome(context, host, await awaitDecision(context, { host, reviewId: review.id, timeoutMs }));
  });
}

/** A review to wait for, and how long; without a time, without end. */
export interface Awaited {
  readonly host: ReviewHost;
  readonly reviewId: string;
  readonly timeoutMs: number | undefined;
}

/** Waits. Ctrl-C and a request to end stop the waiting and leave the plan as it is. */
export async function awaitDecision(
  { output }: CommandContext,
  { host, reviewId, timeoutMs }: Awaited,
): Promise<ReviewSummary> {
  const summary = await host.waitForDecision(reviewId, { timeoutMs: 0 });
  if (timeoutMs === 0 || readOutcome(summary) !== 'waiting') return summary;
  return withInterrupt(async (abortSignal) => {
    output.say(words.wait.waiting(toLine(summary.review.title ?? summary.review.path)));
    return host.waitForDecision(reviewId, { timeoutMs, abortSignal });
  });
}
