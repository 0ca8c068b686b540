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
export type StoredMessages = Omit<MessageRow, 'messages'> & { readonly text: string };

/** What a memory storage holds. Nothing in it is shared with a caller. */
export interface MemoryTables {
  readonly runs: Map<string, RunRecord>;
  readonly messages: Map<string, readonly StoredMessages[]>;
  /** By run, then by tool call. */
  readonly calls: Map<string, ReadonlyMap<string, CallRecord>>;
  readonly plans: Map<string, Uint8Array>;
  /** In the order of their submission. */
  readonly reviews: Map<string, ReviewRecord>;
  /** In the order in which they were recorded. */
  readonly decisions: Map<string, DecisionRecord>;
  readonly deliveries: Map<string, DeliveryRecord>;
  readonly drafts: Map<string, DraftRecord>;
  readonly events: Map<string, readonly EventRecord[]>;
  /** Places that only one may have, each with who has it. */
  readonly places: Map<string, string>;
  sequence: number;
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
    return this.#insert(this.#tables.runs, run.id, copyJson(run));
  }

  updateRun(run: RunState, options: RunOptions | undefined): void {
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
    const revision = JSON.stringify(['revision', review.planId, review.revision]);
    if (this.#tables.reviews.has(review.id) || this.#tables.places.has(revision)) return false;
    if (!this.#takeCall(review)) return false;
    this.#put(this.#tables.places, revision, review.id);
    return this.#insert(this.#tables.reviews, review.id, copyJson(review));
  }

  updateReview(review: ReviewRecord): boolean {
    if (!this.#takeCall(review)) return false;
    this.#put(this.#tables.reviews, review.id, copyJson(review));
    return true;
  }

  getDecision(decisionId: string): DecisionRecord | null {
    return this.#tables.decisions.get(decisionId) ?? null;
  }

  insertDecision(decision: DecisionRecord): boolean {
    const { decisions, places } = this.#tables;
    const place = JSON.stringify(['standing', decision.reviewId]);
    if (decisions.has(decision.id) || (decision.status === 'standing' && places.has(place))) return false;
    if (decision.status === 'standing') this.#put(places, place, decision.id);
    return this.#insert(decisions, decision.id, copyJson(decision));
  }

  undoDecision(decisionId: string, undoneAt: string): void {
    const { decisions, places } = this.#tables;
    const decision = decisions.get(decisionId);
    if (decision === undefined) return;
    this.#remove(places, JSON.stringify(['standing', decision.reviewId]));
    this.#put(decisions, decisionId, { ...decision, status: 'undone', undoneAt });
  }

  getDelivery(deliveryId: string): DeliveryRecord | null {
    return this.#tables.deliveries.get(deliveryId) ?? null;
  }

  insertDelivery(delivery: DeliveryRecord): boolean {
    return this.#insert(this.#tables.deliveries, delivery.id, copyJson(delivery));
  }

  updateDelivery(delivery: DeliveryRecord): void {
    this.#put(this.#tables.deliveries, delivery.id, copyJson(delivery));
  }

  saveDraft(draft: DraftRecord): void {
    this.#put(this.#tables.drafts, draftKey(draft.reviewId, draft.reviewer), copyJson(draft));
  }

  removeDraft(reviewId: string, reviewer: string): void {
    this.#remove(this.#tables.drafts, draftKey(reviewId, reviewer));
  }

  appendEvent(event: NewEvent): void {
    const { events } = this.#tables;
    const sequence = this.#tables.sequence + 1;
    this.#tables.sequence = sequence;
    this.#put(events, event.chain, [...(events.get(event.chain) ?? []), copyJson({ sequence, ...event })]);
  }

  /** Lets a waiting review take the place of its call, and any other leave it. */
  #takeCall({ id, status, source: { runId, toolCallId } }: ReviewRecord): boolean {
    if (runId === null || toolCallId === null) return true;
    const { places } = this.#tables;
    const place = JSON.stringify(['waiting', runId, toolCallId]);
    const holder = places.get(place);
    if (status !== 'waiting') {
      if (holder === id) this.#remove(places, place);
      return true;
    }
    if (holder !== undefined && holder !== id) return false;
    this.#put(places, place, id);
    return true;
  }

  #putCall(call: CallRecord): void {
    const { calls } = this.#tables;
    this.#put(calls, call.runId, new Map(calls.get(call.runId)).set(call.toolCallId, call));
  }

  #insert<T>(table: Map<string, T>, key: string, value: T): boolean {
    if (table.has(key)) return false;
    this.#put(table, key, value);
    return true;
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
