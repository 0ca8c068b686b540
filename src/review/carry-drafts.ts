import type { Change, DraftRecord, ReviewRecord } from '../core/index.ts';
import { hasCode } from './has-code.ts';
import type { HostContext } from './host-context.ts';

/**
 * Refuses the commit unless the review still waits. It sets what stands there already, so it changes nothing.
 */
export function requireWaiting(review: ReviewRecord): Change {
  return {
    type: 'review-updated',
    reviewId: review.id,
    planId: review.planId,
    expect: { status: ['waiting'] },
    set: { expiresAt: review.expiresAt },
  };
}

/**
 * Brings along what reviewers saved on a review between the reading of its drafts and the moment it was replaced. Later
 * savings are refused there, so that nothing typed stays behind.
 */
export async function carryLateDrafts(context: HostContext, from: ReviewRecord, to: ReviewRecord): Promise<void> {
  const [left, carried] = await Promise.all([context.storage.listDrafts(from.id), context.storage.listDrafts(to.id)]);
  const late = left.filter((draft) => !carried.some((other) => isAsNew(other, draft)));
  if (late.length === 0) return;
  const changes = late.map(
    (draft): Change => ({ type: 'draft-saved', planId: to.planId, draft: { ...draft, reviewId: to.id } }),
  );
  try {
    await context.storage.commit([requireWaiting(to), ...changes]);
  } catch (error) {
    if (!hasCode(error, ['CONFLICT'])) throw error;
    context.logger.warn('A draft stayed on a replaced review: the next revision was decided or closed at once.', {
      from: from.id,
      to: to.id,
    });
  }
}

function isAsNew(carried: DraftRecord, draft: DraftRecord): boolean {
  return carried.reviewer === draft.reviewer && carried.savedAt >= draft.savedAt;
}
