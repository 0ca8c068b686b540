import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CountersignError, ReviewNotFoundError } from '../core/index.ts';
import type { ReviewHost, ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import type { OpenHost } from './open-host.ts';

/** A review that `review` works on. */
export interface FoundReview {
  readonly summary: ReviewSummary;
  /** Whether this command put it up, so that the answer is its own to fetch. */
  readonly isOwn: boolean;
}

/** What a command answers that names a review where there is no database yet. */
export function refuseUnknownReview(reviewId: string): () => never {
  return () => {
    throw new ReviewNotFoundError({ reviewId });
  };
}

/**
 * Finds the review for what a person named: the id of a review is that review; a file is put up, unless these bytes wait
 * already or their answer was not fetched yet.
 *
 * @throws {PlanUnreadableError} it is neither a review nor a readable plan.
 */
export async function findTarget(context: CommandContext, open: OpenHost, target: string): Promise<FoundReview> {
  const file = resolve(context.surroundings.cwd(), target);
  const named = existsSync(file) ? null : await findById(open.host, target);
  if (named !== null) return { summary: named, isOwn: false };
  const joined = await findWaiting(context, open, file);
  if (joined !== null) return { summary: joined, isOwn: false };
  const summary = await open.host.submit(file, { host: 'shell' });
  return { summary, isOwn: summary.review.status === 'waiting' };
}

async function findById(host: ReviewHost, target: string): Promise<ReviewSummary | null> {
  try {
    return await host.get(target);
  } catch (error) {
    const isUnknown = CountersignError.isInstance(error) && error.code === 'REVIEW_NOT_FOUND';
    const isAmbiguous = error instanceof ReviewNotFoundError && error.candidates.length > 0;
    if (isUnknown && !isAmbiguous) return null;
    throw error;
  }
}

/**
 * The review in which this file waits already, whoever submitted it. A person at a terminal is led to the agent that rests
 * on this file also when its text has changed since: a second review of it would leave that agent waiting.
 */
async function findWaiting(
  { output, project }: CommandContext,
  { host, planFolder }: OpenHost,
  file: string,
): Promise<ReviewSummary | null> {
  const plan = await planFolder.read(file);
  const place = resolve(plan.root ?? project.folder, plan.path);
  const { items } = await host.list();
  const waiting = items.filter(({ review }) => resolve(review.root ?? project.folder, review.path) === place);
  // One that nobody has read is read when it is first looked at.
  const same = waiting.find(({ review }) => (review.planSha256 ?? plan.planSha256) === plan.planSha256);
  const ofAgent = output.isTerminal ? waiting.find(({ review }) => review.source.runId !== null) : undefined;
  const found = same ?? ofAgent;
  return found === undefined ? null : host.get(found.review.id);
}
