import type {
  CallRecord,
  CallState,
  Change,
  DecisionRecord,
  DeliveryRecord,
  DraftRecord,
  ReviewRecord,
  RunOptions,
  RunRecord,
} from '../core/index.ts';
import type { RunState, TransactionRows } from './apply-change.ts';
import type { ChainHead, NewEvent } from './event-chain.ts';
import type { KnownRun } from './known-rows.ts';
import { readDelivery, readReview, writeDeliveryBody, writeReviewBody } from './review-codec.ts';
import {
  isOpen,
  readCallState,
  readRun,
  rowFormat,
  runSortTime,
  writeCallBody,
  writeNullableKey,
  writeRunBody,
} from './run-codec.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { appendEvent } from './sqlite-events.ts';
import { areOwn, firstKey, keysOf, nextKey, nextRunKey } from './sqlite-schema.ts';
import { encodeKey } from './text-key.ts';

// Written once: a statement is found by its text, and a text that is put together anew has to be read anew.
const insertMessages = `INSERT INTO run_rows (key, kind, name, step, detail, format, body) VALUES (${nextRunKey}, 'messages', ?, ?, ?, ?, ?)`;
const insertCallRow = `INSERT INTO run_rows (key, kind, name, step, number, detail, format, body)
       VALUES (${nextRunKey}, 'call', ?, ?, ?, ?, ?, ?)`;
const undoStanding = `UPDATE decisions
       SET undone_at = ?, key = (SELECT ${nextKey('decisions')} FROM reviews WHERE ${firstKey} = decisions.key)
       WHERE id = ? AND key IN (SELECT ${firstKey} FROM reviews WHERE plan_id = ?)`;
const selectDelivery = `SELECT deliveries.* FROM reviews CROSS JOIN deliveries ON ${areOwn} WHERE plan_id = ? AND deliveries.id = ?`;
const insertDeliveryRow = `INSERT INTO deliveries (key, agent_id, status, due_at, format, body, id, review_id)
       SELECT ${nextKey('deliveries')}, ?, ?, ?, ?, ?, ?, reviews.id FROM reviews
       WHERE reviews.id = ? AND NOT EXISTS (SELECT 1 FROM deliveries WHERE ${areOwn} AND deliveries.id = ?)`;
const updateDeliveryRow = `UPDATE deliveries SET status = ?, due_at = ?, format = ?, body = ?
       WHERE id = ? AND key IN (SELECT deliveries.key FROM reviews CROSS JOIN deliveries ON ${areOwn} WHERE reviews.id = ?)`;

const selectWaitingOfCall =
  "SELECT 1 FROM reviews WHERE run_id = ? AND tool_call_id = ? AND status = 'waiting' AND id <> ? LIMIT 1";
const selectWaitingOfPlan = `SELECT 1 FROM reviews WHERE plan_id = ? AND status = 'waiting' AND id <> ?
  AND (run_id IS NULL OR tool_call_id IS NULL) LIMIT 1`;

/** The rows of a database file, inside a transaction that its caller begins and ends. */
export class SqliteRows implements TransactionRows {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  getRun(runId: string): RunState | null {
    return this.#findRun(runId)?.state ?? null;
  }

  insertRun(run: RunRecord): boolean {
    const seq = this.#database.insert(
      `INSERT INTO runs (agent_id, thread_id, resource_id, status, ended, version, sort_at, format, body, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      encodeKey(run.agentId),
      writeNullableKey(run.threadId),
      writeNullableKey(run.resourceId),
      ...writeRunColumns(run),
    );
    if (seq === null) return false;
    this.#database.known.setRun(run.id, { seq, state: run });
    this.#database.known.setChain(run.id, { owner: 'run', seq, head: null });
    const options = JSON.stringify(run.options);
    if (options !== '{}') this.#writeOptions(seq, options);
    return true;
  }

  updateRun(run: RunState, { before, options }: { before: RunState; options: RunOptions | undefined }): void {
    const [status, ended, version, sortAt, ...rest] = writeRunColumns(run);
    // Setting a column to what it is would still write the pages of its index.
    if (run.status === before.status && runSortTime(run) === runSortTime(before)) {
      this.#database.run('UPDATE runs SET version = ?, format = ?, body = ? WHERE id = ?', version, ...rest);
    } else {
      this.#database.run(
        'UPDATE runs SET status = ?, ended = ?, version = ?, sort_at = ?, format = ?, body = ? WHERE id = ?',
        ...[status, ended, version, sortAt, ...rest],
      );
    }
    const known = this.#findRun(run.id);
    if (known === null) return;
    this.#database.known.setRun(run.id, { seq: known.seq, state: run });
    if (options !== undefined) this.#writeOptions(known.seq, JSON.stringify(options));
  }

  appendMessages(row: Extract<Change, { readonly type: 'messages-appended' }>, text: string): boolean {
    const owner = this.#findRun(row.runId);
    if (owner === null) return false;
    this.#database.run(
      insertMessages,
      ...keysOf(owner),
      writeNullableKey(row.threadId),
      row.step,
      row.origin,
      rowFormat,
      text,
    );
    return true;
  }

  removeMessages(runId: string): void {
    const owner = this.#findRun(runId);
    if (owner === null) return;
    this.#database.run("DELETE FROM run_rows WHERE key BETWEEN ? AND ? AND kind = 'messages'", ...keysOf(owner));
  }

  getCallState(runId: string, toolCallId: string): CallState | null {
    const owner = this.#findRun(runId);
    if (owner === null) return null;
    const row = this.#database.get(
      "SELECT detail FROM run_rows WHERE key BETWEEN ? AND ? AND kind = 'call' AND name = ?",
      ...keysOf(owner),
      encodeKey(toolCallId),
    );
    return row === undefined ? null : readCallState(row['detail'], `the row of call "${toolCallId}" of run "${runId}"`);
  }

  insertCall(call: CallRecord): boolean {
    const owner = this.#findRun(call.runId);
    if (owner === null || this.getCallState(call.runId, call.toolCallId) !== null) return false;
    this.#database.run(
      insertCallRow,
      ...keysOf(owner),
      encodeKey(call.toolCallId),
      call.step,
      call.position,
      JSON.stringify(call.state),
      rowFormat,
      writeCallBody(call),
    );
    return true;
  }

  updateCall(runId: string, toolCallId: string, state: CallState): void {
    const owner = this.#findRun(runId);
    if (owner === null) return;
    this.#database.run(
      "UPDATE run_rows SET detail = ?3 WHERE key BETWEEN ?1 AND ?2 AND kind = 'call' AND name = ?4",
      ...keysOf(owner),
      JSON.stringify(state),
      encodeKey(toolCallId),
    );
  }

  insertPlan(planSha256: string, bytes: Uint8Array): void {
    this.#database.run('INSERT INTO plans (sha256, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING', planSha256, bytes);
  }

  getReview(reviewId: string): ReviewRecord | null {
    const row = this.#database.get('SELECT * FROM reviews WHERE id = ?', encodeKey(reviewId));
    return row === undefined ? null : readReview(row);
  }

  insertReview(review: ReviewRecord): boolean {
    if (this.#isCallTaken(review)) return false;
    const { runId, toolCallId, agentId } = review.source;
    const written = this.#database.run(
      `INSERT INTO reviews (plan_id, revision, run_id, tool_call_id, agent_id, submitted_at, status, expires_at, format, body, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      encodeKey(review.planId),
      review.revision,
      writeNullableKey(runId),
      writeNullableKey(toolCallId),
      writeNullableKey(agentId),
      encodeKey(review.submittedAt),
      ...writeReviewColumns(review),
    );
    return written > 0;
  }

  updateReview(review: ReviewRecord): boolean {
    if (this.#isCallTaken(review)) return false;
    const written = this.#database.run(
      'UPDATE OR IGNORE reviews SET status = ?, expires_at = ?, format = ?, body = ? WHERE id = ?',
      ...writeReviewColumns(review),
    );
    return written > 0;
  }

  insertDecision(decision: DecisionRecord, text: string): boolean {
    const key = decision.status === 'standing' ? firstKey : nextKey('decisions');
    const written = this.#database.run(
      `INSERT INTO decisions (key, id, decided_at, undone_at, format, body)
       SELECT ${key}, ?, ?, ?, ?, ? FROM reviews WHERE id = ? ON CONFLICT DO NOTHING`,
      encodeKey(decision.id),
      encodeKey(decision.decidedAt),
      writeNullableKey(decision.undoneAt),
      rowFormat,
      text,
      encodeKey(decision.reviewId),
    );
    return written > 0;
  }

  undoDecision({ planId, decisionId, at }: Extract<Change, { readonly type: 'decision-undone' }>): boolean {
    const written = this.#database.run(undoStanding, encodeKey(at), encodeKey(decisionId), encodeKey(planId));
    return written > 0;
  }

  getDelivery(planId: string, deliveryId: string): DeliveryRecord | null {
    const row = this.#database.get(selectDelivery, encodeKey(planId), encodeKey(deliveryId));
    return row === undefined ? null : readDelivery(row);
  }

  insertDelivery(delivery: DeliveryRecord): boolean {
    const id = encodeKey(delivery.id);
    const written = this.#database.run(
      insertDeliveryRow,
      writeNullableKey(delivery.agentId),
      ...writeDeliveryColumns(delivery),
      id,
    );
    return written > 0;
  }

  updateDelivery(delivery: DeliveryRecord): void {
    this.#database.run(updateDeliveryRow, ...writeDeliveryColumns(delivery));
  }

  saveDraft(draft: DraftRecord): void {
    this.#database.run(
      `INSERT INTO drafts (review_id, reviewer, format, body) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET format = excluded.format, body = excluded.body`,
      encodeKey(draft.reviewId),
      encodeKey(draft.reviewer),
      rowFormat,
      JSON.stringify(draft),
    );
  }

  removeDraft(reviewId: string, reviewer: string): void {
    this.#database.run(
      'DELETE FROM drafts WHERE review_id = ? AND reviewer = ?',
      encodeKey(reviewId),
      encodeKey(reviewer),
    );
  }

  appendEvent(chain: string, build: (head: ChainHead) => NewEvent): void {
    appendEvent(this.#database, chain, build);
  }

  #findRun(runId: string): KnownRun | null {
    const known = this.#database.known.getRun(runId);
    if (known !== undefined) return known;
    const row = this.#database.get('SELECT *, NULL AS options FROM runs WHERE id = ?', encodeKey(runId));
    if (row === undefined) return null;
    const found = { seq: Number(row['seq']), state: readRun(row) };
    this.#database.known.setRun(runId, found);
    return found;
  }

  /**
   * Whether this review would wait on a call on which another one waits, or, without a call, beside another one of its plan:
   * asked under the write lock, it needs no index of its own.
   */
  #isCallTaken({ id, planId, status, source: { runId, toolCallId } }: ReviewRecord): boolean {
    if (status !== 'waiting') return false;
    const other =
      runId === null || toolCallId === null
        ? this.#database.get(selectWaitingOfPlan, encodeKey(planId), encodeKey(id))
        : this.#database.get(selectWaitingOfCall, encodeKey(runId), encodeKey(toolCallId), encodeKey(id));
    return other !== undefined;
  }

  #writeOptions(seq: number, options: string): void {
    this.#database.run(
      `INSERT INTO run_options (run, format, body) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET format = excluded.format, body = excluded.body`,
      seq,
      rowFormat,
      options,
    );
  }
}

type RunColumns = [string, number, number, string, number, string, string];
type ReviewColumns = [string, string | null, number, string, string];
type DeliveryColumns = [string, string, number, string, string, string];

/** The columns of a run that a save may change, in their order, and its id. */
function writeRunColumns(run: RunState): RunColumns {
  const ended = isOpen(run.status) ? 0 : 1;
  return [run.status, ended, run.version, encodeKey(runSortTime(run)), rowFormat, writeRunBody(run), encodeKey(run.id)];
}

function writeReviewColumns(review: ReviewRecord): ReviewColumns {
  const { status, expiresAt, id } = review;
  return [status, writeNullableKey(expiresAt), rowFormat, writeReviewBody(review), encodeKey(id)];
}

function writeDeliveryColumns(delivery: DeliveryRecord): DeliveryColumns {
  const { status, dueAt, id, reviewId } = delivery;
  return [status, encodeKey(dueAt), rowFormat, writeDeliveryBody(delivery), encodeKey(id), encodeKey(reviewId)];
}
