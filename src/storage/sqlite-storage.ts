import { resolve } from 'node:path';
import {
  type CallRecord,
  type Change,
  type Claim,
  type ClaimOwner,
  type DecisionRecord,
  type DeliveryFilter,
  type DeliveryRecord,
  type DraftRecord,
  type EventRecord,
  type Listing,
  type MessageRow,
  type ReviewFilter,
  type ReviewRecord,
  type RunFilter,
  type RunRecord,
  type Storage,
  StorageClosedError,
} from '../core/index.ts';
import { applyChange } from './apply-change.ts';
import { CommitWatch } from './commit-watch.ts';
import { buildEvent, groupByChain } from './event-chain.ts';
import { type PreparedChange, prepareChange } from './prepare-change.ts';
import { getProcessOwner, isClaimLapsed } from './process-owner.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { listDeliveries, listReviews, listRuns } from './sqlite-lists.ts';
import {
  getCalls,
  getDraft,
  getMessages,
  getPlan,
  getRun,
  listDecisions,
  listDrafts,
  listEvents,
} from './sqlite-reads.ts';
import { SqliteRows } from './sqlite-rows.ts';

/** Options of {@link sqliteStorage}. */
export interface SqliteStorageOptions {
  /** The database's file. It and the folders above it are made when they are missing, for this account alone. */
  readonly path: string;
  /** The time written into events, ISO 8601, UTC. Default: the system's clock. */
  readonly now?: (() => string) | undefined;
  /** How long a call tries again while another process keeps the file locked. Default 30,000. */
  readonly lockTimeoutMs?: number | undefined;
  /** Refuse writes that would make the file larger. Default: no limit but the disk. */
  readonly maxBytes?: number | undefined;
}

/** How often a watch looks for commits of other processes. */
const pollMs = 250;

/**
 * A storage in one SQLite file, which several processes may share. The file is opened at the first call; a call that cannot
 * open it rejects with what is wrong, and the next one tries again. Every commit has reached the disk when it resolves.
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  return new SqliteStorage(options);
}

class SqliteStorage implements Storage {
  readonly name: string;
  readonly #connection: SqliteConnection;
  readonly #now: () => string;
  readonly #watch = new CommitWatch();
  #poll: NodeJS.Timeout | null = null;
  /** The state of the file that the watchers were last told of; `null` while nobody could look. */
  #seenVersion: number | null = null;
  #isClosed = false;

  constructor({ path, now = readClock, lockTimeoutMs = 30_000, maxBytes }: SqliteStorageOptions) {
    this.name = resolve(path);
    this.#now = now;
    this.#connection = new SqliteConnection(this.name, { lockTimeoutMs, maxBytes });
  }

  get owner(): ClaimOwner {
    return getProcessOwner();
  }

  async commit(changes: readonly Change[]): Promise<void> {
    let prepared = changes.map(prepareChange);
    await this.#connection.write(
      (database) => database.write(() => this.#apply(database, prepared)),
      () => {
        prepared = structuredClone(prepared);
      },
    );
    this.#watch.notify();
  }

  getRun(runId: string): Promise<RunRecord | null> {
    return this.#read((database) => getRun(database, runId));
  }

  listRuns(filter: RunFilter = {}): Promise<Listing<RunRecord>> {
    return this.#read((database) => listRuns(database, filter));
  }

  getMessages(runId: string): Promise<readonly MessageRow[]> {
    return this.#read((database) => getMessages(database, runId));
  }

  getCalls(runIds: string | readonly string[]): Promise<readonly CallRecord[]> {
    return this.#read((database) => getCalls(database, runIds));
  }

  getReview(reviewId: string): Promise<ReviewRecord | null> {
    return this.#read((database) => new SqliteRows(database).getReview(reviewId));
  }

  listReviews(filter: ReviewFilter = {}): Promise<Listing<ReviewRecord>> {
    return this.#read((database) => listReviews(database, filter));
  }

  getPlan(planSha256: string): Promise<Uint8Array | null> {
    return this.#read((database) => getPlan(database, planSha256));
  }

  listDecisions(reviewIds: string | readonly string[]): Promise<readonly DecisionRecord[]> {
    return this.#read((database) => listDecisions(database, reviewIds));
  }

  listDeliveries(filter: DeliveryFilter = {}): Promise<Listing<DeliveryRecord>> {
    return this.#read((database) => listDeliveries(database, filter));
  }

  getDraft(reviewId: string, reviewer: string): Promise<DraftRecord | null> {
    return this.#read((database) => getDraft(database, reviewId, reviewer));
  }

  listDrafts(reviewId: string): Promise<readonly DraftRecord[]> {
    return this.#read((database) => listDrafts(database, reviewId));
  }

  listEvents(chain: string): Promise<readonly EventRecord[]> {
    return this.#read((database) => listEvents(database, chain));
  }

  isClaimLapsed(claim: Claim, now: string): boolean {
    return isClaimLapsed(claim, now);
  }

  watch(listener: () => void): () => void {
    if (this.#isClosed) throw new StorageClosedError();
    const remove = this.#watch.add(listener);
    this.#startPolling();
    return () => {
      remove();
      if (!this.#watch.isWatched) this.#stopPolling();
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.clear();
    this.#stopPolling();
    this.#connection.close();
  }

  #read<T>(work: (database: SqliteDatabase) => T): Promise<T> {
    return this.#connection.read(work);
  }

  #apply(database: SqliteDatabase, prepared: readonly PreparedChange[]): void {
    const rows = new SqliteRows(database);
    for (const [index, change] of prepared.entries()) applyChange(rows, change, index);
    const at = this.#now();
    for (const [chain, entries] of groupByChain(prepared)) {
      rows.appendEvent(chain, (head) => buildEvent(head, { chain, at, changes: entries }));
    }
  }

  #startPolling(): void {
    if (this.#poll !== null) return;
    this.#seenVersion = this.#connection.isOpen ? this.#readVersion() : null;
    this.#poll = setInterval(() => this.#lookForCommits(), pollMs).unref();
  }

  #stopPolling(): void {
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
  }

  /** Tells the watchers when another process has committed, and when the file becomes readable or ceases to be. */
  #lookForCommits(): void {
    const version = this.#readVersion();
    if (version === this.#seenVersion) return;
    this.#seenVersion = version;
    this.#watch.notify();
  }

  /** `null` when the file cannot be read now: those who then look for themselves are told why. */
  #readVersion(): number | null {
    try {
      return this.#connection.readNow((database) => database.readNumber('data_version'));
    } catch {
      return null;
    }
  }
}

function readClock(): string {
  return new Date().toISOString();
}
