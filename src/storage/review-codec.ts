import type {
  DecisionRecord,
  DeliveryRecord,
  DeliveryStatus,
  DraftRecord,
  EventChange,
  EventRecord,
  ReviewRecord,
  ReviewStatus,
} from '../core/index.ts';
import {
  isBoolean,
  isNumber,
  isText,
  listOf,
  nullable,
  oneOf,
  optional,
  parseText,
  RowFlaw,
  type Shape,
  withFields,
} from './row-shape.ts';
import { checkFormat, readKey, readNullableKey } from './run-codec.ts';

type Row = Readonly<Record<string, unknown>>;
type SourceBody = Omit<ReviewRecord['source'], 'runId' | 'toolCallId' | 'agentId'>;
type ReviewBody = Omit<
  ReviewRecord,
  'id' | 'planId' | 'revision' | 'status' | 'source' | 'submittedAt' | 'expiresAt'
> & { readonly source: SourceBody };
type DeliveryBody = Omit<DeliveryRecord, 'id' | 'reviewId' | 'agentId' | 'status' | 'dueAt'>;

/** All statuses of a review. */
export const reviewStatuses: readonly ReviewStatus[] = ['waiting', 'decided', 'closed'];

/** All statuses of a delivery. */
export const deliveryStatuses: readonly DeliveryStatus[] = ['pending', 'delivered', 'refused', 'undone'];

const reviewBodyShape = withFields({
  closedReason: nullable(oneOf(['replaced', 'aborted', 'expired'])),
  replacedBy: nullable(isText),
  path: isText,
  root: nullable(isText),
  title: nullable(isText),
  planSha256: nullable(isText),
  planBytes: nullable(isNumber),
  closedAt: nullable(isText),
  source: withFields({
    host: isText,
    controllerId: nullable(isText),
    sessionId: nullable(isText),
    threadId: nullable(isText),
    modeId: nullable(isText),
  }),
});

const linesShape: Shape = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((line) => typeof line === 'number') ? null : '';

const commentsShape = listOf(
  withFields({
    id: isText,
    kind: oneOf(['must', 'suggestion', 'question']),
    lines: nullable(linesShape),
    quote: optional(isText),
    heading: optional(isText),
    text: isText,
    replacement: optional(isText),
  }),
);

const decisionShape = withFields({
  id: isText,
  reviewId: isText,
  status: oneOf(['standing', 'undone']),
  planSha256: nullable(isText),
  named: isBoolean,
  decision: withFields({
    action: oneOf(['approved', 'rejected']),
    feedback: optional(isText),
    comments: optional(commentsShape),
    path: optional(isText),
    title: optional(isText),
    plan: optional(isText),
    planSha256: optional(isText),
    revision: optional(isNumber),
    mode: optional(isText),
    stop: optional(isBoolean),
  }),
  by: withFields({
    name: nullable(isText),
    assurance: oneOf(['authenticated', 'local', 'program', 'rule']),
    surface: isText,
  }),
  decidedAt: isText,
  undoneAt: nullable(isText),
});

const deliveryBodyShape = withFields({
  decisionId: isText,
  runId: nullable(isText),
  attempts: isNumber,
  reason: nullable(isText),
  deliveredAt: nullable(isText),
});

const draftShape = withFields({
  reviewId: isText,
  reviewer: isText,
  text: isText,
  comments: commentsShape,
  savedAt: isText,
});

const changesShape = listOf(
  withFields({ type: isText, id: isText, status: optional(isText), sha256: optional(isText) }),
);

/** The part of a review that has no column of its own, as JSON. */
export function writeReviewBody(review: ReviewRecord): string {
  const { closedReason, replacedBy, path, root, title, planSha256, planBytes, closedAt } = review;
  const { host, controllerId, sessionId, threadId, modeId } = review.source;
  const source: SourceBody = { host, controllerId, sessionId, threadId, modeId };
  const body: ReviewBody = { closedReason, replacedBy, path, root, title, planSha256, planBytes, closedAt, source };
  return JSON.stringify(body);
}

/** @throws {RowFlaw} the row of reviews is not what we write. */
export function readReview(row: Row): ReviewRecord {
  const id = readKey(row, 'id');
  const what = `the row of review "${id}"`;
  checkFormat(row, what);
  const status = reviewStatuses.find((known) => known === row['status']);
  const revision = row['revision'];
  if (status === undefined || typeof revision !== 'number')
    throw new RowFlaw(`${what} has no proper status or revision`);
  // Checked by the shape.
  const { source, ...body } = parseText(row['body'], reviewBodyShape, what) as ReviewBody;
  return {
    ...body,
    id,
    planId: readKey(row, 'plan_id'),
    revision,
    status,
    source: {
      ...source,
      agentId: readNullableKey(row, 'agent_id'),
      runId: readNullableKey(row, 'run_id'),
      toolCallId: readNullableKey(row, 'tool_call_id'),
    },
    submittedAt: readKey(row, 'submitted_at'),
    expiresAt: readNullableKey(row, 'expires_at'),
  };
}

/**
 * Reads a row of decisions with its `number`: 0 for the one that stands.
 *
 * @throws {RowFlaw} it is not what we write.
 */
export function readDecision(row: Row): DecisionRecord {
  const what = `the row of decision "${readKey(row, 'id')}"`;
  checkFormat(row, what);
  // Checked by the shape.
  const recorded = parseText(row['body'], decisionShape, what) as DecisionRecord;
  if (row['number'] === 0) return recorded;
  return { ...recorded, status: 'undone', undoneAt: readNullableKey(row, 'undone_at') };
}

/** The part of a delivery that has no column of its own, as JSON. */
export function writeDeliveryBody({ decisionId, runId, attempts, reason, deliveredAt }: DeliveryRecord): string {
  const body: DeliveryBody = { decisionId, runId, attempts, reason, deliveredAt };
  return JSON.stringify(body);
}

/** @throws {RowFlaw} the row of deliveries is not what we write. */
export function readDelivery(row: Row): DeliveryRecord {
  const id = readKey(row, 'id');
  const what = `the row of delivery "${id}"`;
  checkFormat(row, what);
  const status = deliveryStatuses.find((known) => known === row['status']);
  if (status === undefined) throw new RowFlaw(`${what} has no proper status`);
  // Checked by the shape.
  const body = parseText(row['body'], deliveryBodyShape, what) as DeliveryBody;
  const { decisionId, runId, attempts, reason, deliveredAt } = body;
  return {
    id,
    decisionId,
    reviewId: readKey(row, 'review_id'),
    agentId: readNullableKey(row, 'agent_id'),
    runId,
    status,
    dueAt: readKey(row, 'due_at'),
    attempts,
    reason,
    deliveredAt,
  };
}

/** @throws {RowFlaw} the row of drafts is not what we write. */
export function readDraft(row: Row): DraftRecord {
  checkFormat(row, 'a row of drafts');
  // Checked by the shape.
  return parseText(row['body'], draftShape, 'a row of drafts') as DraftRecord;
}

/**
 * Reads a row of events. Their changes keep the ids as they were hashed.
 *
 * @param previous - the hash of the entry before.
 * @throws {RowFlaw} it is not what we write.
 */
export function readEvent(row: Row, chain: string, previous: string): EventRecord {
  const { number, hash } = row;
  const what = `an event of "${chain}"`;
  if (typeof number !== 'number' || typeof hash !== 'string') {
    throw new RowFlaw(`${what} has no proper number or hash`);
  }
  // Checked by the shape.
  const changes = parseText(row['changes'], changesShape, what) as readonly EventChange[];
  return { chain, number, at: readKey(row, 'at'), changes, hash, previous };
}
