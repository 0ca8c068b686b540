import { InvalidInputError, type ReviewRecord } from '../core/index.ts';
import { diffPlans, type PlanDiff } from '../plans/index.ts';
import { findReview } from './find-review.ts';
import { readText, takeFirstReading } from './get-review.ts';
import type { HostContext } from './host-context.ts';

/** What changed from the revision before (or from `base`) to this one. */
export async function diffReviews(
  context: HostContext,
  reviewId: string,
  base: string | undefined,
): Promise<{ readonly base: ReviewRecord | null; readonly diff: PlanDiff | null }> {
  const review = await takeFirstReading(context, await findReview(context, reviewId));
  const compared =
    base === undefined ? await findRevisionBefore(context, review) : await findBase(context, review, base);
  if (compared === null) return { base: null, diff: null };
  const [oldText, newText] = await Promise.all([readText(context, compared), readText(context, review)]);
  const diff = oldText === null || newText === null ? null : await diffPlans(oldText, newText);
  return { base: compared, diff };
}

async function findRevisionBefore(context: HostContext, review: ReviewRecord): Promise<ReviewRecord | null> {
  const { items } = await context.storage.listReviews({ planId: review.planId });
  const earlier = items.filter(({ revision }) => revision < review.revision);
  return earlier.sort((one, other) => other.revision - one.revision)[0] ?? null;
}

async function findBase(context: HostContext, review: ReviewRecord, base: string): Promise<ReviewRecord> {
  const found = await findReview(context, base);
  if (found.planId === review.planId) return found;
  const message = `review "${found.id}" is of another plan ("${found.path}") than "${review.id}" ("${review.path}")`;
  throw new InvalidInputError({ what: 'The base of the diff', issues: [{ path: 'base', message }] });
}
