import { setTimeout as delay } from 'node:timers/promises';
import type { ReviewHost, ReviewSummary } from '../review/index.ts';
import type { ListeningServer } from '../web/index.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes, readOutcome } from './exit-codes.ts';
import { untilAborted, withInterrupt } from './interrupt.ts';
import { openBrowser } from './open-browser.ts';
import { withHost } from './open-host.ts';
import { parsePort } from './parse-words.ts';
import { toLine } from './review-view.ts';
import { words } from './words.ts';

/** Options of `serve`. */
export interface ServeWords {
  readonly port?: string;
  readonly host?: string;
  /** False with `--no-open`. */
  readonly open: boolean;
}

/** How long the page may still ask for what it should show after the decision that it made. */
const farewellMs = 1500;

/** `countersign serve`: shows the project's plans on a page until Ctrl-C. */
export async function servePage(context: CommandContext, { port, host: hostname, open }: ServeWords): Promise<number> {
  const { output } = context;
  const wanted = port === undefined ? 0 : parsePort(port);
  return withHost(context.project, async ({ host }) => {
    // A database that cannot be read is said here, not on the page.
    await host.list({ perPage: 1 });
    return withInterrupt(async (abortSignal) => {
      const server = await listen(context, host, { port: wanted, hostname });
      if (output.isJson) output.printJson({ url: server.url, port: server.port, hostname: server.hostname });
      else output.print(server.url);
      output.say(words.page.serving(context.project.folder));
      if (open && output.isTerminal) await openBrowser(context, server.url);
      await Promise.race([untilAborted(abortSignal), server.closed]);
      await server.close();
      output.say(words.page.stopped);
      return exitCodes.done;
    });
  });
}

/** A review to decide on the page. */
export interface OnPage {
  readonly host: ReviewHost;
  readonly reviewId: string;
  readonly timeoutMs: number | undefined;
  readonly port: number | undefined;
  /** Whether a browser is opened. */
  readonly isOpened: boolean;
}

/** Shows one review on a page and waits for its decision, made there or anywhere else. */
export async function reviewOnPage(
  context: CommandContext,
  { host, reviewId, timeoutMs, ...page }: OnPage,
): Promise<ReviewSummary> {
  const summary = await host.waitForDecision(reviewId, { timeoutMs: 0 });
  if (readOutcome(summary) !== 'waiting') return summary;
  return withInterrupt(async (abortSignal) => {
    const server = await listen(context, host, { port: page.port ?? 0 });
    const url = server.urlOf(reviewId);
    context.output.say(words.page.reviewAt(toLine(summary.review.title ?? summary.review.path), url));
    if (page.isOpened) await openBrowser(context, url);
    const decided = await host.waitForDecision(reviewId, { timeoutMs, abortSignal });
    if (decided.decision !== null) await delay(farewellMs, undefined, { signal: abortSignal }).catch(() => undefined);
    await server.close();
    return decided;
  });
}

async function listen(
  { output }: CommandContext,
  host: ReviewHost,
  { port, hostname }: { readonly port: number; readonly hostname?: string | undefined },
): Promise<ListeningServer> {
  const { createReviewServer } = await import('../web/index.ts');
  const server = await createReviewServer({ host }).listen({ port, hostname });
  if (port !== 0 && server.port !== port) output.say(words.page.portTaken(port, server.port));
  if (!server.isLoopback) output.say(words.page.reachable(server.hostname));
  return server;
}
