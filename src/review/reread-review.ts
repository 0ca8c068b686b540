import {
  type Change,
  ConfigurationError,
  type PlanSnapshot,
  type ReviewRecord,
  replaceReview,
  retryOnConflict,
} from '../core/index.ts';
import { carryLateDrafts } from './carry-drafts.ts';
import { findReview } from './find-review.ts';
import { recordReading } from './get-review.ts';
import type { HostContext } from './host-context.ts';
import { openPlanFolder } from './inspect-plan-file.ts';
import type { ReviewSummary } from './review-host.ts';
import { assertWaiting } from './save-draft.ts';
import { readSummary, summarizeReview, toUndecided } from './summarize-reviews.ts';
import { planUndo } from './undo-review.ts';

/** Reads a plan's file again; changed text becomes the next revision of the same waiting call. */
export function rereadReview(context: HostContext, reviewId: string): Promise<ReviewSummary> {
  return retryOnConflict(async () => {
    const summary = await summarizeReview(context, await findReview(context, reviewId));
    const { review } = summary;
    const isRefused = summary.delivery?.status === 'refused';
    if (!isRefused) assertWaiting(summary);
    const plan = await readAgain(context, review);
    if (review.planSha256 === null) return toUndecided(await recordReading(context, review, plan));
    const undo = isRefused ? await planUndo(context, summary) : [];
    if (plan.planSha256 !== review.planSha256) return replaceWith(context, review, { plan, before: undo });
    if (undo.length > 0) await context.storage.commit(undo);
    return readSummary(context, review);
  });
}

/** Opens the next revision of a review in its place, with the drafts. */
export async function replaceWith(
  context: HostContext,
  review: ReviewRecord,
  { plan, before }: { readonly plan: PlanSnapshot; readonly before: readonly Change[] },
): Promise<ReviewSummary> {
  const [drafts, revision] = await Promise.all([
    context.storage.listDrafts(review.id),
    nextRevision(context, review.planId),
  ]);
  const next = { id: context.generateId(), revision, at: context.now(), drafts };
  const replaced = replaceReview(review, plan, next);
  await context.storage.commit([...before, ...replaced.changes]);
  await carryLateDrafts(context, { from: review, to: replaced.review, carried: drafts });
  return toUndecided(replaced.review);
}

/** The number of the next submission of a plan, from 1. */
export async function nextRevision(context: HostContext, planId: string): Promise<number> {
  const { items } = await context.storage.listReviews({ planId });
  return Math.max(0, ...items.map(({ revision }) => revision)) + 1;
}

async function readAgain(context: HostContext, review: ReviewRecord): Promise<PlanSnapshot> {
  const folder = await openPlanFolder(context, review);
  if (folder !== null) return folder.read(review.path);
  throw new ConfigurationError({
    message:
      `The plan "${review.path}" (review "${review.id}") cannot be read again: ` +
      (review.root === null && review.planSha256 !== null
        ? 'it was submitted as text and has no file. Its agent submits the next revision.'
        : 'this host sees no folder that holds it. Give createReviewHost a planFolder.'),
  });
}
