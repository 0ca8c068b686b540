import type { ReviewHost } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { type FoundReview, findTarget } from './find-target.ts';
import { withHost } from './open-host.ts';
import { parsePort, parseSeconds, withoutEnd } from './parse-words.ts';
import { printOutcome, sayResult } from './print-outcome.ts';
import { awaitDecision } from './wait-command.ts';

/** Options of `review`. */
export interface ReviewWords {
  /** Seconds, or {@link withoutEnd}. */
  readonly wait?: string;
  readonly web?: boolean;
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly port?: string;
}

/**
 * `countersign review FILE`: puts a plan up and, in a terminal, asks the person there. Without a terminal it asks nobody and
 * ends at once, or after `--wait`, with what stands then.
 */
export async function reviewPlan(context: CommandContext, target: string, given: ReviewWords): Promise<number> {
  const timeoutMs = readTimeout(given);
  const port = given.port === undefined ? undefined : parsePort(given.port);
  return withHost(context.project, async (open) => {
    const found = await findTarget(context, open, target);
    const { host } = open;
    const { review } = found.summary;
    if (given.web === true) {
      const { reviewOnPage } = await import('./serve-page.ts');
      const onPage = { host, reviewId: review.id, timeoutMs: timeoutMs ?? undefined, port, isOpened: given.open };
      return printOutcome(context, host, await reviewOnPage(context, onPage));
    }
    if (timeoutMs === null && context.output.isTerminal && review.status === 'waiting')
      return askHere(context, host, found);
    return printOutcome(
      context,
      host,
      await awaitDecision(context, { host, reviewId: review.id, timeoutMs: timeoutMs === null ? 0 : timeoutMs }),
    );
  });
}

/** `null`: nobody asked to wait. `undefined`: without end. */
function readTimeout({ wait }: ReviewWords): number | undefined | null {
  if (wait === undefined) return null;
  return wait === withoutEnd ? undefined : parseSeconds('--wait', wait) * 1000;
}

/** Asks the person at this terminal. The answer to a plan that this command put up is its own to fetch. */
async function askHere(context: CommandContext, host: ReviewHost, { summary, isOwn }: FoundReview): Promise<number> {
  const { reviewInTerminal } = await import('./terminal-review.ts');
  const reviewed = await reviewInTerminal(context, { host, reviewId: summary.review.id });
  return sayResult(context, isOwn ? await host.waitForDecision(reviewed.review.id, { timeoutMs: 0 }) : reviewed);
}
