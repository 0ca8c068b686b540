import type {
  CallRecord,
  CallState,
  Change,
  DecisionRecord,
  DeliveryRecord,
  DraftRecord,
  EventRecord,
  MessageRow,
  ReviewRecord,
  RunOptions,
  RunRecord,
} from '../core/index.ts';
import type { RunState, TransactionRows } from './apply-change.ts';
import type { NewEvent } from './event-chain.ts';

/** The messages of one append, their text still as it was written. */
type StoredMessages = Omit<MessageRow, 'messages'> & { readonly text: string };

/** What a memory storage holds. Nothing in it is shared with a caller. */
export interface MemoryTables {
  readonly runs: Map<string, RunRecord>;
  readonly messages: Map<string, readonly StoredMessages[]>;
  /** By run, then by tool call. */
  readonly calls: Map<string, ReadonlyMap<string, CallRecord>>;
  readonly plans: Map<string, Uint8Array>;
  /** In the order of their submission. */
  readonly reviews: Map<string, ReviewRecord>;
  /** The ids of a plan's reviews, by plan, then by revision. */
  readonly revisions: Map<string, ReadonlyMap<number, string>>;
  /** By review; those of one review in the order in which they were recorded. */
  readonly decisions: Map<string, readonly DecisionRecord[]>;
  /** By review, then by id. */
  readonly deliveries: Map<string, ReadonlyMap<string, DeliveryRecord>>;
  readonly drafts: Map<string, DraftRecord>;
  readonly events: Map<string, readonly EventRecord[]>;
  /** The waiting review of each call that has one. */
  readonly waiting: Map<string, string>;
}

/** A copy that shares nothing with the original. */
export function copyJson<T>(value: T): T {
  // Stored records are JSON, so what comes back has the type of what went in.
  return JSON.parse(JSON.stringify(value)) as T;
}

/** The key of a reviewer's draft. */
export function draftKey(reviewId: string, reviewer: string): string {
  return JSON.stringify([reviewId, reviewer]);
}

/** One transaction on a memory storage's tables: it writes at once, and {@link MemoryRows.rollBack} takes all of it back. */
export class MemoryRows implements TransactionRows {
  readonly #tables: MemoryTables;
  readonly #undo: (() => void)[] = [];

  constructor(tables: MemoryTables) {
    this.#tables = tables;
  }

  rollBack(): void {
    for (const undo of this.#undo.reverse()) undo();
  }

  getRun(runId: string): RunRecord | null {
    return this.#tables.runs.get(runId) ?? null;
  }

  insertRun(run: RunRecord): boolean {
    if (this.#tables.runs.has(run.id)) return false;
    this.#put(this.#tables.runs, run.id, copyJson(run));
    return true;
  }

  updateRun(run: RunState, { options }: { readonly options: RunOptions | undefined }): void {
    const kept = options ?? this.#tables.runs.get(run.id)?.options ?? {};
    this.#put(this.#tables.runs, run.id, copyJson({ ...run, options: kept }));
  }

  appendMessages(row: Extract<Change, { readonly type: 'messages-appended' }>, text: string): boolean {
    const { messages, runs } = this.#tables;
    const { runId, threadId, origin, step } = row;
    if (!runs.has(runId)) return false;
    this.#put(messages, runId, [...(messages.get(runId) ?? []), { runId, threadId, origin, step, text }]);
    return true;
  }

  removeMessages(runId: string): void {
    this.#remove(this.#tables.messages, runId);
  }

  getCallState(runId: string, toolCallId: string): CallState | null {
    return this.#tables.calls.get(runId)?.get(toolCallId)?.state ?? null;
  }

  insertCall(call: CallRecord): boolean {
    if (!this.#tables.runs.has(call.runId) || this.getCallState(call.runId, call.toolCallId) !== null) return false;
    this.#putCall(copyJson(call));
    return true;
  }

  updateCall(runId: string, toolCallId: string, state: CallState): void {
    const call = this.#tables.calls.get(runId)?.get(toolCallId);
    if (call !== undefined) this.#putCall({ ...call, state: copyJson(state) });
  }

  insertPlan(planSha256: string, bytes: Uint8Array): void {
    if (!this.#tables.plans.has(planSha256)) this.#put(this.#tables.plans, planSha256, Uint8Array.from(bytes));
  }

  getReview(reviewId: string): ReviewRecord | null {
    return this.#tables.reviews.get(reviewId) ?? null;
  }

  insertReview(review: ReviewRecord): boolean {
    const { reviews, revisions } = this.#tables;
    const known = revisions.get(review.planId);
    if (reviews.has(review.id) || known?.has(review.revision) === true || !this.#takeCall(review)) return false;
    this.#put(revisions, review.planId, new Map(known).set(review.revision, review.id));
    this.#put(reviews, review.id, copyJson(review));
    return true;
  }

  updateReview(review: ReviewRecord): boolean {
    if (!this.#takeCall(review)) return false;
    this.#put(this.#tables.reviews, review.id, copyJson(review));
    return true;
  }

  insertDecision(decision: DecisionRecord): boolean {
    const { decisions, reviews } = this.#tables;
    const known = decisions.get(decision.reviewId) ?? [];
    const isTaken = decision.status === 'standing' && known.some(({ status }) => status === 'standing');
    if (isTaken || !reviews.has(decision.reviewId)) return false;
    this.#put(decisions, decision.reviewId, [...known, copyJson(decision)]);
    return true;
  }

  undoDecision({ planId, decisionId, at }: Extract<Change, { readonly type: 'decision-undone' }>): boolean {
    const { decisions } = this.#tables;
    for (const reviewId of this.#listReviewIds(planId)) {
      const known = decisions.get(reviewId) ?? [];
      const place = known.findIndex(({ id, status }) => id === decisionId && status === 'standing');
      const standing = known[place];
      if (standing === undefined) continue;
      this.#put(decisions, reviewId, known.with(place, { ...standing, status: 'undone', undoneAt: at }));
      return true;
    }
    return false;
  }

  getDelivery(planId: string, deliveryId: string): DeliveryRecord | null {
    for (const reviewId of this.#listReviewIds(planId)) {
      const delivery = this.#tables.deliveries.get(reviewId)?.get(deliveryId);
      if (delivery !== undefined) return delivery;
    }
    return null;
  }

  insertDelivery(delivery: DeliveryRecord): boolean {
    const { deliveries, reviews } = this.#tables;
    const isTaken = deliveries.get(delivery.reviewId)?.has(delivery.id) === true;
    if (isTaken || !reviews.has(delivery.reviewId)) return false;
    this.updateDelivery(delivery);
    return true;
  }

  updateDelivery(delivery: DeliveryRecord): void {
    const { deliveries } = this.#tables;
    const known = new Map(deliveries.get(delivery.reviewId));
    this.#put(deliveries, delivery.reviewId, known.set(delivery.id, copyJson(delivery)));
  }

  saveDraft(draft: DraftRecord): void {
    this.#put(this.#tables.drafts, draftKey(draft.reviewId, draft.reviewer), copyJson(draft));
  }

  removeDraft(reviewId: string, reviewer: string): void {
    this.#remove(this.#tables.drafts, draftKey(reviewId, reviewer));
  }

  appendEvent({ text: _, ...event }: NewEvent): void {
    const { events } = this.#tables;
    this.#put(events, event.chain, [...(events.get(event.chain) ?? []), copyJson(event)]);
  }

  /** Lets a waiting review take the place of its call, or of its plan where it has no call, and any other leave it. */
  #takeCall({ id, planId, status, source: { runId, toolCallId } }: ReviewRecord): boolean {
    const { waiting } = this.#tables;
    const call = JSON.stringify(runId === null || toolCallId === null ? [planId] : [runId, toolCallId]);
    const holder = waiting.get(call);
    if (status !== 'waiting') {
      if (holder === id) this.#remove(waiting, call);
      return true;
    }
    if (holder !== undefined && holder !== id) return false;
    this.#put(waiting, call, id);
    return true;
  }

  /** The ids of a plan's reviews. */
  #listReviewIds(planId: string): Iterable<string> {
    return this.#tables.revisions.get(planId)?.values() ?? [];
  }

  #putCall(call: CallRecord): void {
    const { calls } = this.#tables;
    this.#put(calls, call.runId, new Map(calls.get(call.runId)).set(call.toolCallId, call));
  }

  #put<T>(table: Map<string, T>, key: string, value: T): void {
    const before = table.get(key);
    this.#undo.push(() => (before === undefined ? table.delete(key) : table.set(key, before)));
    table.set(key, value);
  }

  #remove<T>(table: Map<string, T>, key: string): void {
    const before = table.get(key);
    if (before === undefined) return;
    // Put back at its end: the tables that things are removed from are not read in their order.
    this.#undo.push(() => table.set(key, before));
    table.delete(key);
  }
}
