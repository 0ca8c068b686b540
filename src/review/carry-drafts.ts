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

/** A review, the one that took its place, and the drafts that went along when it did. */
export interface Replacement {
  readonly from: ReviewRecord;
  readonly to: ReviewRecord;
  readonly carried: readonly DraftRecord[];
}

/**
 * Brings along what reviewers saved on a review between the reading of its drafts and the moment it was replaced. Later
 * savings are refused there, so that nothing typed stays behind. What was saved on the new review already stands.
 */
export async function carryLateDrafts(context: HostContext, { from, to, carried }: Replacement): Promise<void> {
  const left = await context.storage.listDrafts(from.id);
  const late = left.filter((draft) => !carried.some((other) => isSame(other, draft)));
  const arrived = late.length === 0 ? [] : await context.storage.listDrafts(to.id);
  const isUntouched = (draft: DraftRecord): boolean =>
    arrived.every((other) => other.reviewer !== draft.reviewer || carried.some((sent) => isSame(sent, other)));
  const changes = late
    .filter(isUntouched)
    .map((draft): Change => ({ type: 'draft-saved', planId: to.planId, draft: { ...draft, reviewId: to.id } }));
  if (changes.length === 0) return;
  try {
    await context.storage.commit([requireWaiting(to), ...changes]);
  } catch (error) {
    if (!hasCode(error, ['CONFLICT'])) throw error;
    const fields = { from: from.id, to: to.id };
    context.logger.warn('A draft stayed on a replaced review: its next revision was answered at once.', fields);
  }
}

function isSame(one: DraftRecord, other: DraftRecord): boolean {
  return (
    one.reviewer === other.reviewer &&
    one.savedAt === other.savedAt &&
    one.text === other.text &&
    JSON.stringify(one.comments) === JSON.stringify(other.comments)
  );
}
