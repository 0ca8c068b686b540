import type { ReviewSummary } from '../review/index.ts';
import { type Outcome, readOutcome } from './exit-codes.ts';

/** A review as `--json` prints it. Fields are added, never renamed. */
export interface ReviewJson {
  readonly reviewId: string;
  readonly planId: string;
  readonly revision: number;
  readonly outcome: Outcome;
  readonly title: string | null;
  /** Relative to `root`. */
  readonly path: string;
  readonly root: string | null;
  readonly planSha256: string | null;
  readonly submittedAt: string;
  readonly expiresAt: string | null;
  readonly replacedBy: string | null;
  readonly source: ReviewSummary['review']['source'];
  readonly decision: DecisionJson | null;
  readonly delivery: {
    readonly status: string;
    readonly dueAt: string;
    readonly deliveredAt: string | null;
    readonly reason: string | null;
  } | null;
  readonly undoUntil: string | null;
}

/** The decision that stands, as `--json` prints it. */
interface DecisionJson {
  readonly action: 'approved' | 'rejected';
  readonly stop: boolean;
  readonly feedback: string | null;
  readonly comments: readonly object[];
  readonly planSha256: string | null;
  readonly by: string | null;
  readonly assurance: string;
  readonly surface: string;
  readonly decidedAt: string;
}

/** Writes a review for programs. */
export function toReviewJson(summary: ReviewSummary): ReviewJson {
  const { review, decision, delivery, undoUntil } = summary;
  return {
    reviewId: review.id,
    planId: review.planId,
    revision: review.revision,
    outcome: readOutcome(summary),
    title: review.title,
    path: review.path,
    root: review.root,
    planSha256: review.planSha256,
    submittedAt: review.submittedAt,
    expiresAt: review.expiresAt,
    replacedBy: review.replacedBy,
    source: review.source,
    decision: decision === null ? null : toDecisionJson(decision),
    delivery:
      delivery === null
        ? null
        : {
            status: delivery.status,
            dueAt: delivery.dueAt,
            deliveredAt: delivery.deliveredAt,
            reason: delivery.reason,
          },
    undoUntil,
  };
}

function toDecisionJson({ decision, planSha256, by, decidedAt }: NonNullable<ReviewSummary['decision']>): DecisionJson {
  return {
    action: decision.action,
    stop: decision.stop === true,
    feedback: decision.feedback ?? null,
    comments: decision.comments ?? [],
    planSha256,
    by: by.name,
    assurance: by.assurance,
    surface: by.surface,
    decidedAt,
  };
}
