import type { Change } from './change.ts';
import { InvalidInputError } from './countersign-error.ts';
import type { Decision } from './decision.ts';
import type {
  ClosedReason,
  DecisionAuthor,
  DecisionRecord,
  DeliveryRecord,
  DraftRecord,
  PlanSnapshot,
  ReviewRecord,
  ReviewSource,
} from './review.ts';
import {
  AlreadyDecidedError,
  PlanChangedError,
  PlanNotReadError,
  ReviewClosedError,
  type StandingDecision,
} from './review-errors.ts';

/** What {@link submitReview} needs to open a review. */
export interface NewReview {
  readonly id: string;
  readonly planId: string;
  readonly revision: number;
  readonly path: string;
  /** The plan's bytes; `null` where nobody has read them yet. */
  readonly plan: PlanSnapshot | null;
  readonly source: ReviewSource;
  readonly at: string;
  readonly expiresAt?: string | null | undefined;
}

/** Opens a review: the changes of one submission. */
export function submitReview(submission: NewReview): {
  readonly review: ReviewRecord;
  readonly changes: readonly Change[];
} {
  const { plan } = submission;
  const review: ReviewRecord = {
    id: submission.id,
    planId: submission.planId,
    revision: submission.revision,
    status: 'waiting',
    closedReason: null,
    replacedBy: null,
    path: plan?.path ?? submission.path,
    root: plan?.root ?? null,
    title: plan?.title ?? null,
    planSha256: plan?.planSha256 ?? null,
    planBytes: plan?.bytes.byteLength ?? null,
    source: submission.source,
    submittedAt: submission.at,
    closedAt: null,
    expiresAt: submission.expiresAt ?? null,
  };
  const stored: Change[] =
    plan === null ? [] : [{ type: 'plan-stored', planSha256: plan.planSha256, bytes: plan.bytes }];
  return { review, changes: [...stored, { type: 'review-created', review }] };
}

/** Puts a plan's bytes into a review that nobody had read so far. */
export function recordFirstReading(review: ReviewRecord, plan: PlanSnapshot): readonly Change[] {
  return [
    { type: 'plan-stored', planSha256: plan.planSha256, bytes: plan.bytes },
    {
      type: 'review-updated',
      reviewId: review.id,
      planId: review.planId,
      expect: { status: ['waiting'], planSha256: null },
      set: {
        planSha256: plan.planSha256,
        planBytes: plan.bytes.byteLength,
        title: plan.title,
        root: plan.root,
        path: plan.path,
      },
    },
  ];
}

/** What {@link decideReview} needs to record a decision. */
export interface NewDecision {
  readonly review: ReviewRecord;
  readonly decision: Decision;
  readonly by: DecisionAuthor;
  /** Whether the caller named the revision, the digest or the call it decided on. */
  readonly named: boolean;
  readonly decisionId: string;
  readonly deliveryId: string;
  readonly at: string;
  /** When it may be delivered; the same as `at` without a hold. */
  readonly dueAt: string;
  /** Whether the same commit delivers it. */
  readonly isDelivered: boolean;
}

/** Records a decision on a waiting review: the changes of one decision. */
export function decideReview(given: NewDecision): {
  readonly decision: DecisionRecord;
  readonly delivery: DeliveryRecord;
  readonly changes: readonly Change[];
} {
  const { review } = given;
  const decision: DecisionRecord = {
    id: given.decisionId,
    reviewId: review.id,
    status: 'standing',
    planSha256: given.decision.planSha256 ?? (given.named ? review.planSha256 : null),
    named: given.named,
    decision: given.decision,
    by: given.by,
    decidedAt: given.at,
    undoneAt: null,
  };
  const delivery: DeliveryRecord = {
    id: given.deliveryId,
    decisionId: decision.id,
    reviewId: review.id,
    agentId: review.source.agentId,
    runId: review.source.runId,
    status: given.isDelivered ? 'delivered' : 'pending',
    dueAt: given.dueAt,
    attempts: given.isDelivered ? 1 : 0,
    reason: null,
    deliveredAt: given.isDelivered ? given.at : null,
  };
  return {
    decision,
    delivery,
    changes: [
      {
        type: 'review-updated',
        reviewId: review.id,
        planId: review.planId,
        expect: { status: ['waiting'], planSha256: review.planSha256 },
        set: { status: 'decided', closedAt: given.at },
      },
      { type: 'decision-recorded', planId: review.planId, decision },
      { type: 'delivery-created', planId: review.planId, delivery },
    ],
  };
}

/**
 * Checks that a decision can be taken on this review as it was read.
 *
 * @param standing - the decision that stands on it, if any, and until when it may be undone.
 * @throws {AlreadyDecidedError | ReviewClosedError | PlanNotReadError | PlanChangedError | InvalidInputError}
 */
export function assertDecidable(
  review: ReviewRecord,
  decision: Decision,
  standing: { readonly decision: DecisionRecord; readonly undoUntil: string | null } | null,
): void {
  if (standing !== null)
    throw new AlreadyDecidedError({ decision: toStandingDecision(standing.decision), undoUntil: standing.undoUntil });
  if (review.status === 'closed') {
    throw new ReviewClosedError({
      reviewId: review.id,
      reason: review.closedReason ?? 'closed',
      replacedBy: review.replacedBy,
    });
  }
  if (decision.action !== 'approved') return;
  if (decision.revision !== undefined && decision.revision !== review.revision) {
    const message = `names revision ${decision.revision}, but revision ${review.revision} is what waits`;
    throw new InvalidInputError({ what: 'The decision', issues: [{ path: 'revision', message }] });
  }
  if (decision.planSha256 === undefined) return;
  if (review.planSha256 === null) throw new PlanNotReadError({ reviewId: review.id, path: review.path });
  if (decision.planSha256 !== review.planSha256) {
    throw new PlanChangedError({
      path: review.path,
      reviewedSha256: decision.planSha256,
      foundSha256: review.planSha256,
    });
  }
}

/** Takes back a decision that is not delivered yet; the review waits again. */
export function undoDecision(
  {
    review,
    decision,
    delivery,
  }: { readonly review: ReviewRecord; readonly decision: DecisionRecord; readonly delivery: DeliveryRecord },
  at: string,
): readonly Change[] {
  const { planId } = review;
  return [
    {
      type: 'delivery-updated',
      planId,
      deliveryId: delivery.id,
      expect: ['pending', 'refused'],
      set: { status: 'undone' },
    },
    { type: 'decision-undone', planId, decisionId: decision.id, at },
    {
      type: 'review-updated',
      reviewId: review.id,
      planId,
      expect: { status: ['decided'] },
      set: { status: 'waiting', closedAt: null },
    },
  ];
}

/** Marks a decision as delivered, in the transaction that delivers it. */
export function confirmDelivery(review: ReviewRecord, delivery: DeliveryRecord, at: string): Change {
  return {
    type: 'delivery-updated',
    planId: review.planId,
    deliveryId: delivery.id,
    expect: ['pending', 'refused'],
    set: { status: 'delivered', attempts: delivery.attempts + 1, deliveredAt: at, reason: null },
  };
}

/** Closes a waiting review without a decision. */
export function closeReview(
  review: ReviewRecord,
  reason: ClosedReason,
  { at, replacedBy = null }: { readonly at: string; readonly replacedBy?: string | null },
): Change {
  return {
    type: 'review-updated',
    reviewId: review.id,
    planId: review.planId,
    expect: { status: ['waiting'] },
    set: { status: 'closed', closedReason: reason, closedAt: at, replacedBy },
  };
}

/** Closes a waiting review as replaced and opens the next revision on the same call, with the drafts. */
export function replaceReview(
  review: ReviewRecord,
  plan: PlanSnapshot,
  next: {
    readonly id: string;
    readonly revision: number;
    readonly at: string;
    readonly drafts: readonly DraftRecord[];
  },
): { readonly review: ReviewRecord; readonly changes: readonly Change[] } {
  const opened = submitReview({
    id: next.id,
    planId: review.planId,
    revision: next.revision,
    path: review.path,
    plan,
    source: review.source,
    at: next.at,
    expiresAt: review.expiresAt,
  });
  const drafts = next.drafts.map(
    (draft): Change => ({ type: 'draft-saved', planId: review.planId, draft: { ...draft, reviewId: next.id } }),
  );
  return {
    review: opened.review,
    changes: [closeReview(review, 'replaced', { at: next.at, replacedBy: next.id }), ...opened.changes, ...drafts],
  };
}

/** A decision as others are told of it. */
export function toStandingDecision(record: DecisionRecord): StandingDecision {
  return {
    decisionId: record.id,
    reviewId: record.reviewId,
    action: record.decision.action,
    stop: record.decision.stop ?? false,
    feedback: record.decision.feedback ?? null,
    by: record.by.name ?? (record.by.assurance === 'program' ? 'a program' : null),
    decidedAt: record.decidedAt,
  };
}
