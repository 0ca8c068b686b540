import type {
  DecisionRecord,
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
import type { MemoryTables } from './memory-rows.ts';
import { compareText } from './text-key.ts';

/** A page of the runs that a filter lets through. The records are the stored ones. */
export function listRuns({ runs }: MemoryTables, filter: RunFilter): Listing<RunRecord> {
  const fromDate = readTime('fromDate', filter.fromDate);
  const toDate = readTime('toDate', filter.toDate);
  const found = [...runs.values()].filter(
    (run) =>
      isEqual(filter.agentId, run.agentId) &&
      isAmong(filter.status, run.status) &&
      isEqual(filter.threadId, run.threadId) &&
      isEqual(filter.resourceId, run.resourceId) &&
      (fromDate === undefined || runTime(run) >= fromDate) &&
      isBy(toDate, runTime(run)),
  );
  found.sort((one, other) => compareText(runTime(other), runTime(one)) || compareText(one.id, other.id));
  return cutPage(found, filter);
}

/** A page of the reviews that a filter lets through. The records are the stored ones. */
export function listReviews({ reviews }: MemoryTables, filter: ReviewFilter): Listing<ReviewRecord> {
  const expiresBy = readTime('expiresBy', filter.expiresBy);
  const found = [...reviews.values()].filter(
    (review) =>
      isAmong(filter.status, review.status) &&
      isEqual(filter.planId, review.planId) &&
      isEqual(filter.runId, review.source.runId) &&
      isEqual(filter.toolCallId, review.source.toolCallId) &&
      isEqual(filter.agentId, review.source.agentId) &&
      review.id.startsWith(filter.idPrefix ?? '') &&
      isBy(expiresBy, review.expiresAt),
  );
  // The sort keeps the order of what is equal, so the later of two that came at one time has to stand first before it.
  found.reverse().sort((one, other) => compareText(other.submittedAt, one.submittedAt));
  return cutPage(found, filter);
}

/** The decisions on these reviews: by their time, then review by review as asked, then as they were recorded. */
export function listDecisions({ decisions }: MemoryTables, reviewIds: readonly string[]): DecisionRecord[] {
  const found = reviewIds.flatMap((reviewId) => decisions.get(reviewId) ?? []);
  return found.sort((one, other) => compareText(one.decidedAt, other.decidedAt));
}

/** A page of the deliveries that a filter lets through. The records are the stored ones. */
export function listDeliveries({ deliveries }: MemoryTables, filter: DeliveryFilter): Listing<DeliveryRecord> {
  const dueBy = readTime('dueBy', filter.dueBy);
  const reviewIds = filter.reviewId === undefined ? undefined : readIds(filter.reviewId);
  const found = [...deliveries.values()]
    .flatMap((ofReview) => [...ofReview.values()])
    .filter(
      (delivery) =>
        isAmong(filter.status, delivery.status) &&
        isEqual(filter.agentId, delivery.agentId) &&
        isAmong(reviewIds, delivery.reviewId) &&
        isBy(dueBy, delivery.dueAt),
    );
  found.sort((one, other) => compareText(one.dueAt, other.dueAt) || compareText(one.id, other.id));
  return cutPage(found, filter);
}

/** When a run came to rest, or was last saved: what lists of runs are ordered by. */
function runTime(run: Pick<RunRecord, 'suspendedAt' | 'createdAt'>): string {
  return run.suspendedAt ?? run.createdAt;
}

function cutPage<T>(found: readonly T[], page: Page): Listing<T> {
  const { offset, limit } = readPage(page);
  return { items: found.slice(offset, limit === null ? undefined : offset + limit), total: found.length };
}

function isEqual(wanted: string | undefined, value: string | null): boolean {
  return wanted === undefined || wanted === value;
}

function isAmong<T extends string>(wanted: readonly T[] | undefined, value: T): boolean {
  return wanted === undefined || wanted.includes(value);
}

function isBy(latest: string | undefined, value: string | null): boolean {
  return latest === undefined || (value !== null && value <= latest);
}
