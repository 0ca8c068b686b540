import type { SQLInputValue } from 'node:sqlite';
import type {
  DeliveryFilter,
  DeliveryRecord,
  Listing,
  Page,
  ReviewFilter,
  ReviewRecord,
  RunFilter,
  RunRecord,
} from '../core/index.ts';
import { readIds, readPage, readTime } from './list-query.ts';
import { deliveryStatuses, readDelivery, readReview, reviewStatuses } from './review-codec.ts';
import { isOpen, readRun, runStatuses } from './run-codec.ts';
import type { Row, SqliteDatabase } from './sqlite-database.ts';
import { areOwn } from './sqlite-schema.ts';
import { encodeKey } from './text-key.ts';

/** A part of a WHERE clause with its values; `null` lets all through. */
type Condition = { readonly sql: string; readonly values: readonly SQLInputValue[] } | null;

/** What a list is read from, and how a row of it is read. */
interface ListQuery<T> {
  readonly columns: string;
  readonly from: string;
  readonly order: string;
  readonly conditions: readonly Condition[];
  read(row: Row): T;
}

/** What a run is read from, where the row is one of `runs`. */
export const runColumns = '*, (SELECT body FROM run_options WHERE run = seq) AS options';

/** A page of the runs that a filter lets through. */
export function listRuns(database: SqliteDatabase, filter: RunFilter): Listing<RunRecord> {
  const areAllOpen = filter.status?.every(isOpen) === true;
  return readList(database, filter, {
    columns: runColumns,
    from: 'runs',
    order: 'sort_at DESC, id',
    conditions: [
      isAmong('status', filter.status, runStatuses),
      // Says what the index of open runs says, so that it is used.
      areAllOpen ? { sql: 'ended = 0', values: [] } : null,
      compare('agent_id = ?', filter.agentId),
      compare('thread_id = ?', filter.threadId),
      compare('resource_id = ?', filter.resourceId),
      compare('sort_at >= ?', readTime('fromDate', filter.fromDate)),
      compare('sort_at <= ?', readTime('toDate', filter.toDate)),
    ],
    read: readRun,
  });
}

/** A page of the reviews that a filter lets through. */
export function listReviews(database: SqliteDatabase, filter: ReviewFilter): Listing<ReviewRecord> {
  return readList(database, filter, {
    columns: '*',
    from: 'reviews',
    order: 'submitted_at DESC, seq DESC',
    conditions: [
      isAmong('status', filter.status, reviewStatuses),
      compare('plan_id = ?', filter.planId),
      compare('run_id = ?', filter.runId),
      compare('tool_call_id = ?', filter.toolCallId),
      compare('agent_id = ?', filter.agentId),
      beginsWith(filter.idPrefix),
      // The first half is there for the index of those that expire.
      compare('expires_at IS NOT NULL AND expires_at <= ?', readTime('expiresBy', filter.expiresBy)),
    ],
    read: readReview,
  });
}

/** A page of the deliveries that a filter lets through. */
export function listDeliveries(database: SqliteDatabase, filter: DeliveryFilter): Listing<DeliveryRecord> {
  const { reviewId } = filter;
  return readList(database, filter, {
    columns: '*',
    from: 'deliveries',
    order: 'due_at, id',
    conditions: [
      isAmong('status', filter.status, deliveryStatuses),
      compare('agent_id = ?', filter.agentId),
      reviewId === undefined ? null : { sql: `key IN (${ownDeliveries})`, values: [writeIds(reviewId)] },
      compare('due_at <= ?', readTime('dueBy', filter.dueBy)),
    ],
    read: readDelivery,
  });
}

/** The keys of the deliveries of the reviews whose ids are bound as `writeIds` writes them. */
const ownDeliveries = `SELECT deliveries.key FROM (SELECT value FROM json_each(?)) CROSS JOIN reviews ON reviews.id = value
  CROSS JOIN deliveries ON ${areOwn}`;

/** One id or several as one value of a statement. */
export function writeIds(ids: string | readonly string[]): string {
  return JSON.stringify(readIds(ids).map(encodeKey));
}

function readList<T>(database: SqliteDatabase, page: Page, query: ListQuery<T>): Listing<T> {
  const { offset, limit } = readPage(page);
  const conditions = query.conditions.filter((condition) => condition !== null);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
  const values = conditions.flatMap((condition) => condition.values);
  const select = `SELECT ${query.columns} FROM ${query.from} ${where} ORDER BY ${query.order}`;
  if (limit === null && offset === 0) {
    const items = database.all(select, ...values).map(query.read);
    return { items, total: items.length };
  }
  return database.read(() => {
    // The signs keep SQLite from looking at the numbers when it plans: it would plan anew each time they are bound.
    const items = database.all(`${select} LIMIT +? OFFSET +?`, ...values, limit ?? -1, offset).map(query.read);
    const isLastPage = items.length > 0 && limit !== null && items.length < limit;
    if (isLastPage) return { items, total: offset + items.length };
    const count = database.get(`SELECT count(*) AS total FROM ${query.from} ${where}`, ...values);
    return { items, total: Number(count?.['total']) };
  });
}

function compare(sql: string, value: string | undefined): Condition {
  return value === undefined ? null : { sql, values: [encodeKey(value)] };
}

/**
 * One of a few words. They stand in the SQL itself: a partial index is used only where the statement's own text says that
 * its condition holds. Words that are not known are left out, since nothing has them.
 */
function isAmong(column: string, wanted: readonly string[] | undefined, known: readonly string[]): Condition {
  if (wanted === undefined) return null;
  const words = known.filter((word) => wanted.includes(word)).map((word) => `'${word}'`);
  return { sql: words.length === 1 ? `${column} = ${words[0]}` : `${column} IN (${words.join(', ')})`, values: [] };
}

/** The ids that begin with a text: a range, so that their index is used. */
function beginsWith(prefix: string | undefined): Condition {
  if (prefix === undefined || prefix === '') return null;
  const key = encodeKey(prefix);
  // An encoded key ends with a quote, which the keys that begin with it do not have at this place.
  const start = key === prefix ? key : key.slice(0, -1);
  return { sql: 'id >= ? AND id < ?', values: [start, `${start}\u{10ffff}`] };
}
