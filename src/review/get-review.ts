import { type PlanSnapshot, type ReviewRecord, recordFirstReading } from '../core/index.ts';
import { decodePlan } from '../plans/index.ts';
import { findReview } from './find-review.ts';
import { hasCode } from './has-code.ts';
import type { HostContext } from './host-context.ts';
import { inspectPlanFile, openPlanFolder, readIfReadable } from './inspect-plan-file.ts';
import type { ReviewDetail, ReviewSummary } from './review-host.ts';
import { summarizeReviews } from './summarize-reviews.ts';

/** Everything about one review; the first look at an unread plan takes its snapshot. */
export async function getReview(context: HostContext, reviewId: string): Promise<ReviewDetail> {
  const review = await takeFirstReading(context, await findReview(context, reviewId));
  const [text, file, chain, drafts, run] = await Promise.all([
    readText(context, review),
    inspectPlanFile(context, review),
    context.storage.listReviews({ planId: review.planId }),
    context.storage.listDrafts(review.id),
    review.source.runId === null ? null : context.storage.getRun(review.source.runId),
  ]);
  const revisions = [...(await summarizeReviews(context, chain.items))].sort(byRevision);
  const [summary] = revisions.filter(({ review: { id } }) => id === review.id);
  return {
    ...(summary ?? { review, decision: null, delivery: null, undoUntil: null }),
    text,
    file,
    revisions,
    drafts,
    run: run === null ? null : { id: run.id, agentId: run.agentId, status: run.status },
  };
}

/** The plan's text as submitted, byte for byte; `null` where nobody could read it. */
export async function readText(context: HostContext, review: ReviewRecord): Promise<string | null> {
  const bytes = review.planSha256 === null ? null : await context.storage.getPlan(review.planSha256);
  return bytes === null ? null : decodePlan(bytes);
}

/** Puts the snapshot of an unread plan on record and gives the review as it stands then. */
export async function takeFirstReading(context: HostContext, review: ReviewRecord): Promise<ReviewRecord> {
  if (review.planSha256 !== null || review.status !== 'waiting') return review;
  const folder = await openPlanFolder(context, review);
  const plan = folder === null ? null : await readIfReadable(folder, review.path);
  return plan === null ? review : recordReading(context, review, plan);
}

/** The same for a plan that was just read. Whoever reads it first has read it: a later reading changes nothing. */
export async function recordReading(
  context: HostContext,
  review: ReviewRecord,
  plan: PlanSnapshot,
): Promise<ReviewRecord> {
  try {
    await context.storage.commit(recordFirstReading(review, plan));
  } catch (error) {
    if (!hasCode(error, ['CONFLICT'])) throw error;
  }
  return (await context.storage.getReview(review.id)) ?? review;
}

function byRevision(one: ReviewSummary, other: ReviewSummary): number {
  return one.review.revision - other.review.revision;
}
