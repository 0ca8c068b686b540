import type { ErrorCode, ReviewRecord } from '../core/index.ts';
import type { ReviewSummary } from '../review/index.ts';

/** What a review came to, as `review` and `wait` tell it. `changed`: the submission was replaced, or its file changed after the approval. */
export type Outcome = 'approved' | 'rejected' | 'stopped' | 'waiting' | 'changed' | 'expired' | 'aborted';

/** How `review` and `wait` exit. A run that was aborted under its plan counts as stopped. */
export const outcomeExitCodes: Readonly<Record<Outcome, number>> = {
  approved: 0,
  rejected: 2,
  stopped: 3,
  aborted: 3,
  waiting: 4,
  changed: 5,
  expired: 6,
};

/** How the other commands exit. */
export const exitCodes = { done: 0, failed: 1, usage: 64 } as const;

/** How a command exits on an error of this package. */
export const errorExitCodes: Readonly<Record<ErrorCode, number>> = {
  RUN_NOT_FOUND: 1,
  RUN_NOT_SUSPENDED: 1,
  RUN_EXISTS: 1,
  RUN_NOT_INTERRUPTED: 1,
  TOOL_CALL_NOT_INTERRUPTED: 1,
  TOOL_CALL_NOT_SUSPENDED: 1,
  TOOL_CALL_AMBIGUOUS: 1,
  TOOL_NOT_FOUND: 1,
  INVALID_RESUME_DATA: 64,
  INVALID_INPUT: 64,
  ALREADY_DECIDED: 1,
  DECISION_NOT_UNDOABLE: 1,
  PLAN_CHANGED: 1,
  PLAN_NOT_READ: 1,
  PLAN_UNREADABLE: 1,
  WRONG_AGENT: 1,
  REVIEW_NOT_FOUND: 1,
  REVIEW_CLOSED: 1,
  CLAIM_LOST: 1,
  CONFLICT: 1,
  CONFIGURATION: 1,
  MODEL_FAILED: 1,
  ABORTED: 4,
  STORAGE_UNAVAILABLE: 1,
  STORAGE_VERSION: 1,
  STORAGE_CORRUPT: 1,
  STORAGE_CLOSED: 1,
};

/** Reads what a review came to. A decision that can still be undone is not final: its review counts as waiting. */
export function readOutcome({ review, decision, delivery, undoUntil }: ReviewSummary): Outcome {
  if (review.status === 'closed') return readClosing(review);
  if (decision === null || undoUntil !== null) return 'waiting';
  if (decision.decision.action === 'rejected') return decision.decision.stop === true ? 'stopped' : 'rejected';
  return delivery?.status === 'refused' ? 'changed' : 'approved';
}

function readClosing(review: ReviewRecord): Outcome {
  if (review.closedReason === 'expired') return 'expired';
  return review.closedReason === 'aborted' ? 'aborted' : 'changed';
}
