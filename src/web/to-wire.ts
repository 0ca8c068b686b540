import type { DecisionRecord, DeliveryRecord } from '../core/index.ts';
import { type PlanDiff, planLines, showControls } from '../plans/index.ts';
import type { ReviewSummary } from '../review/index.ts';
import type { DiffView, ReviewItem, WireDecision, WireDelivery } from './wire.ts';

/** A review as a list shows it: nothing in it can turn or hide the text around it. */
export function toReviewItem(summary: ReviewSummary): ReviewItem {
  const { review, decision, delivery } = summary;
  return {
    id: review.id,
    planId: review.planId,
    revision: review.revision,
    title: review.title === null ? null : showControls(review.title),
    path: showControls(review.path),
    agent: review.source.agentId === null ? null : showControls(review.source.agentId),
    host: showControls(review.source.host),
    status: review.status,
    closedReason: review.closedReason,
    replacedBy: review.replacedBy,
    planSha256: review.planSha256,
    submittedAt: review.submittedAt,
    expiresAt: review.expiresAt,
    decision: decision === null ? null : toWireDecision(decision),
    delivery: delivery === null ? null : toWireDelivery(delivery),
    undoUntil: summary.undoUntil,
  };
}

function toWireDecision({ decision, by, decidedAt }: DecisionRecord): WireDecision {
  return {
    action: decision.action,
    stop: decision.stop === true,
    feedback: decision.feedback ?? null,
    by: by.name === null ? null : showControls(by.name),
    assurance: by.assurance,
    surface: by.surface,
    decidedAt,
  };
}

function toWireDelivery({ status, dueAt, deliveredAt, attempts, reason }: DeliveryRecord): WireDelivery {
  return { status, dueAt, deliveredAt, attempts, reason: reason === null ? null : showControls(reason) };
}

/** A plan's lines, made for showing: the number of lines stays. */
export function toSourceLines(text: string): readonly string[] {
  return planLines(text).map(showControls);
}

/** A diff, made for showing. */
export function toDiffView(found: {
  readonly base: ReviewSummary['review'] | null;
  readonly diff: PlanDiff | null;
}): DiffView {
  const { base, diff } = found;
  return {
    base: base === null ? null : { id: base.id, revision: base.revision, submittedAt: base.submittedAt },
    diff: diff === null ? null : { ...diff, hunks: diff.hunks.map(toShownHunk) },
  };
}

function toShownHunk(hunk: PlanDiff['hunks'][number]): PlanDiff['hunks'][number] {
  return {
    heading: hunk.heading === null ? null : showControls(hunk.heading),
    lines: hunk.lines.map((line) => ({
      ...line,
      text: showControls(line.text),
      words: line.words?.map((word) => ({ ...word, text: showControls(word.text) })),
    })),
  };
}
