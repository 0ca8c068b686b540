import type { CallRecord } from './call.ts';
import type { Change } from './change.ts';
import type { Message } from './message.ts';
import type {
  DecisionRecord,
  DeliveryRecord,
  DeliveryStatus,
  DraftRecord,
  EventRecord,
  ReviewRecord,
  ReviewStatus,
} from './review.ts';
import type { Claim, ClaimOwner, RunRecord, RunStatus } from './run.ts';

/** Which part of a list, newest first. */
export interface Page {
  /** From 0. Default 0. */
  readonly page?: number | undefined;
  /** 1 to 1,000,000. Default: all. */
  readonly perPage?: number | undefined;
}

/** Filters of {@link Storage.listRuns}; a filter left out lets all through. */
export interface RunFilter extends Page {
  readonly agentId?: string | undefined;
  readonly status?: readonly RunStatus[] | undefined;
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Of `suspendedAt`, or of `createdAt` for a run that does not rest; both ends included. ISO 8601, UTC. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
}

/** Filters of {@link Storage.listReviews}. */
export interface ReviewFilter extends Page {
  readonly status?: readonly ReviewStatus[] | undefined;
  readonly planId?: string | undefined;
  readonly runId?: string | undefined;
  readonly toolCallId?: string | undefined;
  readonly agentId?: string | undefined;
  /** Only those whose id begins with this text, letter by letter. */
  readonly idPrefix?: string | undefined;
  /** Only those that have an `expiresAt`, at this time or before. ISO 8601, UTC. */
  readonly expiresBy?: string | undefined;
}

/** Filters of {@link Storage.listDeliveries}. */
export interface DeliveryFilter extends Page {
  readonly status?: readonly DeliveryStatus[] | undefined;
  readonly agentId?: string | undefined;
  /** Of one review, or of several at once. */
  readonly reviewId?: string | readonly string[] | undefined;
  /** Only those due at this time or before. ISO 8601, UTC. */
  readonly dueBy?: string | undefined;
}

/** A page of a list and how many there are on all pages. */
export interface Listing<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** The messages of one save. */
export interface MessageRow {
  readonly runId: string;
  readonly threadId: string | null;
  readonly origin: 'input' | 'step';
  readonly step: number;
  readonly messages: readonly Message[];
}

/**
 * Where runs, reviews and decisions rest: memory, SQLite or Postgres, one behaviour.
 *
 * Reads give plain data. The only write is {@link Storage.commit}: a list of changes, all or none.
 * Every method rejects with a `StorageUnavailableError`, `StorageCorruptError` or `StorageClosedError` when it cannot do its work.
 */
export interface Storage {
  /** What the storage is called in messages: a file's path, or `memory`. */
  readonly name: string;
  /** Who this process is, for the claims it takes. */
  readonly owner: ClaimOwner;

  /**
   * Applies the changes in order in one transaction, and writes one event a chain with them.
   *
   * @throws {ConflictError} a change met something else than it expects; nothing at all was written.
   */
  commit(changes: readonly Change[]): Promise<void>;

  getRun(runId: string): Promise<RunRecord | null>;
  /** Newest first: by `suspendedAt`, else `createdAt`; then by id. */
  listRuns(filter?: RunFilter): Promise<Listing<RunRecord>>;
  /** In the order of their saves. */
  getMessages(runId: string): Promise<readonly MessageRow[]>;
  /** Of one run, or of several at once; by step, then position. */
  getCalls(runIds: string | readonly string[]): Promise<readonly CallRecord[]>;

  getReview(reviewId: string): Promise<ReviewRecord | null>;
  /** Newest submission first. */
  listReviews(filter?: ReviewFilter): Promise<Listing<ReviewRecord>>;
  /** The bytes as submitted; `null` where nobody stored them. */
  getPlan(planSha256: string): Promise<Uint8Array | null>;
  /** All decisions on these reviews, undone ones too, oldest first. */
  listDecisions(reviewIds: string | readonly string[]): Promise<readonly DecisionRecord[]>;
  /** Oldest due first. */
  listDeliveries(filter?: DeliveryFilter): Promise<Listing<DeliveryRecord>>;
  getDraft(reviewId: string, reviewer: string): Promise<DraftRecord | null>;
  listDrafts(reviewId: string): Promise<readonly DraftRecord[]>;
  /** Of one chain (a plan's or a run's id), in order. */
  listEvents(chain: string): Promise<readonly EventRecord[]>;

  /** Whether the process that holds this claim can no longer be working: it is gone, or (on another machine) its lease ran out. */
  isClaimLapsed(claim: Claim, now: string): boolean;

  /**
   * Calls the listener soon after each commit, of this process or another (within 500 ms). It tells nothing but "look again".
   *
   * @returns a function that ends it. A watch keeps no process alive.
   */
  watch(listener: () => void): () => void;

  /** Ends watches and closes. Later calls reject with `StorageClosedError`; closing twice is allowed. */
  close(): Promise<void>;
}
