import type { ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { type FoundReview, findTarget } from './find-target.ts';
import { type OpenHost, withHost } from './open-host.ts';
import { parsePort, parseSeconds, withoutEnd } from './parse-words.ts';
import { printOutcome } from './print-outcome.ts';
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
    const page = given.web === true ? { isOpened: given.open, port } : null;
    return printOutcome(context, open.host, await decideSomewhere(context, open, { found, timeoutMs, page }));
  });
}

/** `null`: nobody asked to wait. */
function readTimeout({ wait }: ReviewWords): number | undefined | null {
  if (wait === undefined) return null;
  return wait === withoutEnd ? undefined : parseSeconds('--wait', wait) * 1000;
}

interface Asked {
  readonly found: FoundReview;
  readonly timeoutMs: number | undefined | null;
  readonly page: { readonly isOpened: boolean; readonly port: number | undefined } | null;
}

async function decideSomewhere(
  context: CommandContext,
  open: OpenHost,
  { found, timeoutMs, page }: Asked,
): Promise<ReviewSummary> {
  const { host } = open;
  const reviewId = found.summary.review.id;
  if (page !== null) {
    const { reviewOnPage } = await import('./serve-page.ts');
    return reviewOnPage(context, { host, reviewId, timeoutMs: timeoutMs ?? undefined, ...page });
  }
  if (timeoutMs === null && context.output.isTerminal && found.summary.review.status === 'waiting') {
    const { reviewInTerminal } = await import('./terminal-review.ts');
    const summary = await reviewInTerminal(context, { host, reviewId });
    return found.isOwn ? host.waitForDecision(summary.review.id, { timeoutMs: 0 }) : summary;
  }
  return awaitDecision(context, { host, reviewId, timeoutMs: timeoutMs === null ? 0 : timeoutMs });
}
