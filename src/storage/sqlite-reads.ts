import { hash } from 'node:crypto';
import type { CallRecord, DecisionRecord, DraftRecord, EventRecord, MessageRow, RunRecord } from '../core/index.ts';
import { readDecision, readDraft, readEvent } from './review-codec.ts';
import { RowFlaw } from './row-shape.ts';
import { readCall, readKey, readMessages, readRun } from './run-codec.ts';
import type { Row, SqliteDatabase } from './sqlite-database.ts';
import { findChain, selectEvents } from './sqlite-events.ts';
import { runColumns, writeIds } from './sqlite-lists.ts';
import { areOwn, keyNumber, keysOf } from './sqlite-schema.ts';
import { encodeKey } from './text-key.ts';

/** The ids that are bound as `writeIds` writes them, each with its place among them. */
const askedIds = '(SELECT key AS place, value FROM json_each(?))';

/** A run with its rows, and the columns of those. */
const ownRows = `runs CROSS JOIN run_rows ON ${areOwn}`;
const rowColumns = 'name, step, number, detail, run_rows.format, run_rows.body';

export function getRun(database: SqliteDatabase, runId: string): RunRecord | null {
  const row = database.get(`SELECT ${runColumns} FROM runs WHERE id = ?`, encodeKey(runId));
  return row === undefined ? null : readRun(row);
}

/** In the order of their saves. */
export function getMessages(database: SqliteDatabase, runId: string): readonly MessageRow[] {
  return database
    .all(`SELECT ${rowColumns} FROM ${ownRows} WHERE id = ? AND kind = 'messages' ORDER BY key`, encodeKey(runId))
    .map((row) => readMessages(row, runId));
}

/** Run by run in the order asked for; in each by step, then position. */
export function getCalls(database: SqliteDatabase, runIds: string | readonly string[]): readonly CallRecord[] {
  if (typeof runIds === 'string') {
    return database
      .all(
        `SELECT ${rowColumns} FROM ${ownRows} WHERE id = ? AND kind = 'call' ORDER BY step, number`,
        encodeKey(runIds),
      )
      .map((row) => readCall(row, runIds));
  }
  return database
    .all(
      `SELECT runs.id, ${rowColumns} FROM ${askedIds} CROSS JOIN ${ownRows} WHERE runs.id = value AND kind = 'call'
       ORDER BY place, step, number`,
      writeIds(runIds),
    )
    .map((row) => readCall(row, readKey(row, 'id')));
}

export function getPlan(database: SqliteDatabase, planSha256: string): Uint8Array | null {
  const row = database.get('SELECT bytes FROM plans WHERE sha256 = ?', encodeKey(planSha256));
  return row === undefined ? null : readPlan(row, planSha256);
}

/** All decisions on these reviews: by their time, then review by review as asked, then as they were recorded. */
export function listDecisions(
  database: SqliteDatabase,
  reviewIds: string | readonly string[],
): readonly DecisionRecord[] {
  return database
    .all(
      `SELECT decisions.*, ${keyNumber} AS number FROM ${askedIds} CROSS JOIN reviews ON reviews.id = value
       CROSS JOIN decisions ON ${areOwn} ORDER BY decided_at, place, number = 0, number`,
      writeIds(reviewIds),
    )
    .map(readDecision);
}

export function getDraft(database: SqliteDatabase, reviewId: string, reviewer: string): DraftRecord | null {
  const row = database.get(
    'SELECT * FROM drafts WHERE review_id = ? AND reviewer = ?',
    encodeKey(reviewId),
    encodeKey(reviewer),
  );
  return row === undefined ? null : readDraft(row);
}

/** By reviewer. */
export function listDrafts(database: SqliteDatabase, reviewId: string): readonly DraftRecord[] {
  return database.all('SELECT * FROM drafts WHERE review_id = ? ORDER BY reviewer', encodeKey(reviewId)).map(readDraft);
}

/** Of one chain, in order. The link to the entry before is not stored: it is that entry's hash, which the next hash covers. */
export function listEvents(database: SqliteDatabase, chain: string): readonly EventRecord[] {
  let previous = '';
  const found = findChain(database, chain);
  if (found === null) return [];
  return database.all(selectEvents(found), ...keysOf(found)).map((row) => {
    const event = readEvent(row, chain, previous);
    previous = event.hash;
    return event;
  });
}

/** @throws {RowFlaw} the bytes are not those that were stored. */
function readPlan(row: Row, planSha256: string): Uint8Array {
  const bytes = row['bytes'];
  if (!(bytes instanceof Uint8Array) || hash('sha256', bytes) !== planSha256) {
    throw new RowFlaw(`the plan "${planSha256}" has other bytes than were stored`);
  }
  return bytes;
}
