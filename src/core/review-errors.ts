import { type Cause, CountersignError } from './countersign-error.ts';
import type { Decision } from './decision.ts';

/** The decision that stands, as told to whoever came second. */
export interface StandingDecision {
  readonly decisionId: string;
  readonly reviewId: string;
  readonly action: Decision['action'];
  readonly stop: boolean;
  readonly feedback: string | null;
  /** Who decided, as shown: a name, or `null` where nobody said. */
  readonly by: string | null;
  readonly decidedAt: string;
}

/** Somebody decided first. Their decision stands; nothing was changed. */
export class AlreadyDecidedError extends CountersignError {
  override readonly name = 'AlreadyDecidedError';
  readonly code = 'ALREADY_DECIDED';
  readonly decision: StandingDecision;
  /** Until when its author may still undo it (ISO 8601, UTC), or `null` when it was delivered. */
  readonly undoUntil: string | null;

  constructor({ decision, undoUntil, cause }: { decision: StandingDecision; undoUntil?: string | null } & Cause) {
    super(
      `This submission was already ${decision.stop ? 'stopped' : decision.action} by ${decision.by ?? 'somebody'} at ${decision.decidedAt}. ` +
        'That decision stands; this one changed nothing.',
      { cause },
    );
    this.decision = decision;
    this.undoUntil = undoUntil ?? null;
  }
}

/** The decision can no longer be taken back. Nothing was changed. */
export class DecisionNotUndoableError extends CountersignError {
  override readonly name = 'DecisionNotUndoableError';
  readonly code = 'DECISION_NOT_UNDOABLE';
  readonly reviewId: string;

  constructor({ reviewId, reason, cause }: { reviewId: string; reason: string } & Cause) {
    super(`The decision on review "${reviewId}" cannot be undone: ${reason}.`, { cause });
    this.reviewId = reviewId;
  }
}

/** An approval met other bytes than those reviewed. Nothing was approved; a rejection or a stop would be taken. */
export class PlanChangedError extends CountersignError {
  override readonly name = 'PlanChangedError';
  readonly code = 'PLAN_CHANGED';
  readonly path: string;
  /** SHA-256 of the bytes that were reviewed. */
  readonly reviewedSha256: string;
  /** SHA-256 of the bytes found now, or `null` where the file is gone or cannot be read. */
  readonly foundSha256: string | null;

  constructor({
    path,
    reviewedSha256,
    foundSha256,
    cause,
  }: { path: string; reviewedSha256: string; foundSha256: string | null } & Cause) {
    super(
      `The plan "${path}" ${foundSha256 === null ? 'is gone or unreadable' : 'changed'} since it was reviewed ` +
        `(reviewed ${reviewedSha256.slice(0, 12)}, found ${foundSha256 === null ? 'nothing' : foundSha256.slice(0, 12)}). ` +
        'Nothing was approved. Reread it and decide on what stands there now, or reject it.',
      { cause },
    );
    this.path = path;
    this.reviewedSha256 = reviewedSha256;
    this.foundSha256 = foundSha256;
  }
}

/** Nobody has read the plan's file, so nobody can approve what it says. Nothing was changed. */
export class PlanNotReadError extends CountersignError {
  override readonly name = 'PlanNotReadError';
  readonly code = 'PLAN_NOT_READ';
  readonly reviewId: string;
  readonly path: string;

  constructor({ reviewId, path, cause }: { reviewId: string; path: string } & Cause) {
    super(
      `Nobody has read the plan "${path}" (review "${reviewId}"), so it cannot be approved here. ` +
        'Give the review host or the agent a planFolder that holds it, or reject the plan.',
      { cause },
    );
    this.reviewId = reviewId;
    this.path = path;
  }
}

/** Why a plan file could not be read. */
export type PlanUnreadableReason =
  | 'missing'
  | 'empty'
  | 'blank'
  | 'too-large'
  | 'binary'
  | 'not-utf8'
  | 'not-a-file'
  | 'not-markdown'
  | 'unreadable'
  | 'outside'
  | 'bad-path';

/** The plan's file cannot be read as a plan. Nothing waits because of it. */
export class PlanUnreadableError extends CountersignError {
  override readonly name = 'PlanUnreadableError';
  readonly code = 'PLAN_UNREADABLE';
  readonly path: string;
  readonly root: string;
  readonly reason: PlanUnreadableReason;

  constructor({
    path,
    root,
    reason,
    detail,
    cause,
  }: { path: string; root: string; reason: PlanUnreadableReason; detail: string } & Cause) {
    super(`The plan "${path}" cannot be read: ${detail}`, { cause });
    this.path = path;
    this.root = root;
    this.reason = reason;
  }
}

/** No review has this id, or the beginning of an id that was given names several. Nothing was changed. */
export class ReviewNotFoundError extends CountersignError {
  override readonly name = 'ReviewNotFoundError';
  readonly code = 'REVIEW_NOT_FOUND';
  readonly reviewId: string;
  /** The ids that begin with what was given, when it names several. */
  readonly candidates: readonly string[];

  constructor({ reviewId, candidates = [], cause }: { reviewId: string; candidates?: readonly string[] } & Cause) {
    super(
      candidates.length === 0
        ? `No review "${reviewId}" here. \`countersign list --all\` shows the ones there are.`
        : `"${reviewId}" names ${candidates.length} reviews: ${listSome(candidates)}. Write more of the id.`,
      { cause },
    );
    this.reviewId = reviewId;
    this.candidates = candidates;
  }
}

/** The review was closed without a decision. Nothing was changed. */
export class ReviewClosedError extends CountersignError {
  override readonly name = 'ReviewClosedError';
  readonly code = 'REVIEW_CLOSED';
  readonly reviewId: string;
  readonly reason: string;
  /** The review that took its place, when it was replaced. */
  readonly replacedBy: string | null;

  constructor({
    reviewId,
    reason,
    replacedBy,
    cause,
  }: { reviewId: string; reason: string; replacedBy?: string | null } & Cause) {
    super(
      `Review "${reviewId}" is closed (${reason}); this submission can no longer be decided.` +
        (replacedBy ? ` A newer revision waits as "${replacedBy}".` : ''),
      { cause },
    );
    this.reviewId = reviewId;
    this.reason = reason;
    this.replacedBy = replacedBy ?? null;
  }
}

function listSome(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).join(', ');
  return ids.length > 5 ? `${shown}, …` : shown;
}
