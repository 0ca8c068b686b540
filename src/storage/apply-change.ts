import {
  type CallRecord,
  type CallState,
  type Change,
  ConflictError,
  type DecisionRecord,
  type DeliveryRecord,
  type DraftRecord,
  type ReviewRecord,
  type RunExpectation,
  type RunOptions,
  type RunRecord,
} from '../core/index.ts';
import type { PreparedChange } from './prepare-change.ts';

type ChangeOf<T extends Change['type']> = Extract<Change, { readonly type: T }>;

/** A run without what an update of it does not touch. */
export type RunState = Omit<RunRecord, 'options'>;

/**
 * The rows of an open transaction, as the changes of a commit read and write them. A write answers `false`, having written
 * nothing, where an id or a place that only one may have is taken.
 */
export interface TransactionRows {
  getRun(runId: string): RunState | null;
  insertRun(run: RunRecord): boolean;
  /** `before`: the run as it was read; `options`: the new ones, where they change. */
  updateRun(run: RunState, given: { readonly before: RunState; readonly options: RunOptions | undefined }): void;
  /** `text`: the messages as JSON. Answers `false` where there is no such run. */
  appendMessages(row: ChangeOf<'messages-appended'>, text: string): boolean;
  removeMessages(runId: string): void;
  getCallState(runId: string, toolCallId: string): CallState | null;
  /** Answers `false` also where there is no such run. */
  insertCall(call: CallRecord): boolean;
  updateCall(runId: string, toolCallId: string, state: CallState): void;
  insertPlan(planSha256: string, bytes: Uint8Array): void;
  getReview(reviewId: string): ReviewRecord | null;
  /** Its id, its plan's revision, and a waiting one's call are taken only once. */
  insertReview(review: ReviewRecord): boolean;
  updateReview(review: ReviewRecord): boolean;
  /** `text`: the record as JSON. One that stands is taken only once a review; `false` also where there is no such review. */
  insertDecision(decision: DecisionRecord, text: string): boolean;
  /** Answers `false` where no such decision on a review of this plan stands. */
  undoDecision(change: ChangeOf<'decision-undone'>): boolean;
  /** Of a review of this plan. */
  getDelivery(planId: string, deliveryId: string): DeliveryRecord | null;
  /** Its id is taken once a review. */
  insertDelivery(delivery: DeliveryRecord): boolean;
  updateDelivery(delivery: DeliveryRecord): void;
  saveDraft(draft: DraftRecord): void;
  removeDraft(reviewId: string, reviewer: string): void;
}

/**
 * Applies one change of a commit to the rows of its transaction.
 *
 * @param index - the change's place in the commit, for the error.
 * @throws {ConflictError} it met something else than it expects; the caller rolls the transaction back.
 */
export function applyChange(rows: TransactionRows, { change, text }: PreparedChange, index: number): void {
  const conflict = applyToRun(rows, change, text);
  if (conflict !== null) throw new ConflictError({ changeIndex: index, what: conflict });
}

/** What a change met instead of what it expects; `null` when it was applied. */
type Conflict = string | null;

function applyToRun(rows: TransactionRows, change: Change, text: string): Conflict {
  switch (change.type) {
    case 'run-created':
      return rows.insertRun(change.run) ? null : `there is a run "${change.run.id}" already`;
    case 'run-updated':
      return updateRun(rows, change);
    case 'messages-appended':
      return rows.appendMessages(change, text) ? null : noRun(change.runId);
    case 'messages-removed':
      rows.removeMessages(change.runId);
      return null;
    case 'call-created':
      return createCall(rows, change.call);
    case 'call-updated':
      return updateCall(rows, change);
    default:
      return applyToReview(rows, change, text);
  }
}

function applyToReview(
  rows: TransactionRows,
  change: Exclude<Change, { readonly type: `run-${string}` | `messages-${string}` | `call-${string}` }>,
  text: string,
): Conflict {
  switch (change.type) {
    case 'plan-stored':
      rows.insertPlan(change.planSha256, change.bytes);
      return null;
    case 'review-created':
      return rows.insertReview(change.review) ? null : takenReview(rows, change.review);
    case 'review-updated':
      return updateReview(rows, change);
    case 'decision-recorded':
      return recordDecision(rows, change.decision, text);
    case 'decision-undone':
      return rows.undoDecision(change) ? null : `the decision "${change.decisionId}" does not stand`;
    case 'delivery-created':
      return createDelivery(rows, change.delivery);
    case 'delivery-updated':
      return updateDelivery(rows, change);
    case 'draft-saved':
      return changeDraft(rows, { ...change, reviewId: change.draft.reviewId }, () => rows.saveDraft(change.draft));
    case 'draft-removed':
      return changeDraft(rows, change, () => rows.removeDraft(change.reviewId, change.reviewer));
  }
}

function updateRun(rows: TransactionRows, { runId, expect, set, options }: ChangeOf<'run-updated'>): Conflict {
  const run = rows.getRun(runId);
  if (run === null) return noRun(runId);
  const conflict = compareRun(run, expect);
  if (conflict !== null) return conflict;
  rows.updateRun({ ...patch(run, set), version: run.version + 1 }, { before: run, options });
  return null;
}

function compareRun(run: RunState, { token, version, status }: RunExpectation): Conflict {
  if (status !== undefined && !status.includes(run.status)) {
    return `run "${run.id}" is ${run.status}, not ${status.join(' or ')}`;
  }
  if (version !== undefined && version !== run.version) {
    return `run "${run.id}" is at version ${run.version}, not ${version}`;
  }
  if (token !== undefined && token !== run.claim?.token) {
    return `run "${run.id}" is claimed with token ${run.claim?.token ?? 'none'}, not ${token}`;
  }
  return null;
}

function createCall(rows: TransactionRows, call: CallRecord): Conflict {
  if (rows.insertCall(call)) return null;
  const isTaken = rows.getCallState(call.runId, call.toolCallId) !== null;
  return isTaken ? `run "${call.runId}" has a call "${call.toolCallId}" already` : noRun(call.runId);
}

function updateCall(rows: TransactionRows, { runId, toolCallId, expect, state }: ChangeOf<'call-updated'>): Conflict {
  const found = rows.getCallState(runId, toolCallId);
  if (found === null) return `run "${runId}" has no call "${toolCallId}"`;
  if (!expect.includes(found.status)) return `call "${toolCallId}" is ${found.status}, not ${expect.join(' or ')}`;
  rows.updateCall(runId, toolCallId, state);
  return null;
}

function updateReview(rows: TransactionRows, change: ChangeOf<'review-updated'>): Conflict {
  const { reviewId, planId, expect, set } = change;
  const review = rows.getReview(reviewId);
  if (review === null) return noReview(reviewId);
  if (planId !== review.planId) return `review "${reviewId}" is of plan "${review.planId}", not "${planId}"`;
  if (!expect.status.includes(review.status)) {
    return `review "${reviewId}" is ${review.status}, not ${expect.status.join(' or ')}`;
  }
  if (expect.planSha256 !== undefined && expect.planSha256 !== review.planSha256) {
    return `review "${reviewId}" shows the plan ${shorten(review.planSha256)}, not ${shorten(expect.planSha256)}`;
  }
  const updated = patch(review, set);
  return rows.updateReview(updated) ? null : takenReview(rows, updated);
}

function takenReview(rows: TransactionRows, { id, planId, revision, source }: ReviewRecord): Conflict {
  if (rows.getReview(id) !== null) return `there is a review "${id}" already, or its call has another waiting one`;
  return `plan "${planId}" has a revision ${revision} already, or call "${source.toolCallId}" a waiting review`;
}

function recordDecision(rows: TransactionRows, decision: DecisionRecord, text: string): Conflict {
  if (rows.insertDecision(decision, text)) return null;
  const isThere = rows.getReview(decision.reviewId) !== null;
  return isThere ? `a decision on review "${decision.reviewId}" stands already` : noReview(decision.reviewId);
}

function createDelivery(rows: TransactionRows, delivery: DeliveryRecord): Conflict {
  const { id, reviewId } = delivery;
  if (rows.insertDelivery(delivery)) return null;
  return rows.getReview(reviewId) === null ? noReview(reviewId) : `review "${reviewId}" has a delivery "${id}" already`;
}

function updateDelivery(
  rows: TransactionRows,
  { planId, deliveryId, expect, set }: ChangeOf<'delivery-updated'>,
): Conflict {
  const delivery = rows.getDelivery(planId, deliveryId);
  if (delivery === null) return `there is no delivery "${deliveryId}"`;
  if (!expect.includes(delivery.status)) {
    return `delivery "${deliveryId}" is ${delivery.status}, not ${expect.join(' or ')}`;
  }
  rows.updateDelivery(patch(delivery, set));
  return null;
}

function changeDraft(
  rows: TransactionRows,
  { reviewId, planId }: { readonly reviewId: string; readonly planId: string },
  change: () => void,
): Conflict {
  const review = rows.getReview(reviewId);
  if (review === null) return noReview(reviewId);
  if (planId !== review.planId) return `review "${reviewId}" is of plan "${review.planId}", not "${planId}"`;
  change();
  return null;
}

/** A record with the fields of a patch; a field that is `undefined` there stays as it is. */
function patch<T extends object>(record: T, set: Partial<NoInfer<T>>): T {
  const patched = { ...record };
  for (const [key, value] of Object.entries(set)) {
    if (value !== undefined) Object.assign(patched, { [key]: value });
  }
  return patched;
}

function noRun(runId: string): string {
  return `there is no run "${runId}"`;
}

function noReview(reviewId: string): string {
  return `there is no review "${reviewId}"`;
}

function shorten(planSha256: string | null): string {
  return planSha256 === null ? 'nobody has read' : planSha256.slice(0, 12);
}
