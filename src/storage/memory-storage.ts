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
import { readIds } from './list-query.ts';
import { listDecisions, listDeliveries, listReviews, listRuns } from './memory-lists.ts';
import { copyJson, draftKey, MemoryRows, type MemoryTables } from './memory-rows.ts';
import { prepareChange } from './prepare-change.ts';
import { getProcessOwner, isClaimLapsed } from './process-owner.ts';
import { compareText } from './text-key.ts';

/** Options of {@link memoryStorage}. */
export interface MemoryStorageOptions {
  /** The time written into events, ISO 8601, UTC. Default: the system's clock. */
  readonly now?: (() => string) | undefined;
}

/** A storage that lives and ends with this object. What it is given and what it gives are copies. */
export function memoryStorage(options: MemoryStorageOptions = {}): Storage {
  return new MemoryStorage(options);
}

class MemoryStorage implements Storage {
  readonly name = 'memory';
  readonly #now: () => string;
  readonly #watch = new CommitWatch();
  #tables: MemoryTables | null = createTables();

  constructor({ now = () => new Date().toISOString() }: MemoryStorageOptions) {
    this.#now = now;
  }

  get owner(): ClaimOwner {
    return getProcessOwner();
  }

  async commit(changes: readonly Change[]): Promise<void> {
    const tables = this.#open();
    const prepared = changes.map(prepareChange);
    const rows = new MemoryRows(tables);
    try {
      for (const [index, change] of prepared.entries()) applyChange(rows, change, index);
      const at = this.#now();
      for (const [chain, entries] of groupByChain(prepared)) {
        rows.appendEvent(buildEvent(tables.events.get(chain)?.at(-1) ?? null, { chain, at, changes: entries }));
      }
    } catch (error) {
      rows.rollBack();
      throw error;
    }
    this.#watch.notify();
  }

  async getRun(runId: string): Promise<RunRecord | null> {
    return copyOrNull(this.#open().runs.get(runId));
  }

  async listRuns(filter: RunFilter = {}): Promise<Listing<RunRecord>> {
    return copyJson(listRuns(this.#open(), filter));
  }

  async getMessages(runId: string): Promise<readonly MessageRow[]> {
    const stored = this.#open().messages.get(runId) ?? [];
    return stored.map(({ text, ...row }) => ({ ...row, messages: JSON.parse(text) }));
  }

  async getCalls(runIds: string | readonly string[]): Promise<readonly CallRecord[]> {
    const { calls } = this.#open();
    return readIds(runIds).flatMap((runId) => copyJson([...(calls.get(runId)?.values() ?? [])]).sort(compareCalls));
  }

  async getReview(reviewId: string): Promise<ReviewRecord | null> {
    return copyOrNull(this.#open().reviews.get(reviewId));
  }

  async listReviews(filter: ReviewFilter = {}): Promise<Listing<ReviewRecord>> {
    return copyJson(listReviews(this.#open(), filter));
  }

  async getPlan(planSha256: string): Promise<Uint8Array | null> {
    const bytes = this.#open().plans.get(planSha256);
    return bytes === undefined ? null : Uint8Array.from(bytes);
  }

  async listDecisions(reviewIds: string | readonly string[]): Promise<readonly DecisionRecord[]> {
    return copyJson(listDecisions(this.#open(), readIds(reviewIds)));
  }

  async listDeliveries(filter: DeliveryFilter = {}): Promise<Listing<DeliveryRecord>> {
    return copyJson(listDeliveries(this.#open(), filter));
  }

  async getDraft(reviewId: string, reviewer: string): Promise<DraftRecord | null> {
    return copyOrNull(this.#open().drafts.get(draftKey(reviewId, reviewer)));
  }

  async listDrafts(reviewId: string): Promise<readonly DraftRecord[]> {
    const drafts = [...this.#open().drafts.values()].filter((draft) => draft.reviewId === reviewId);
    return copyJson(drafts.sort((one, other) => compareText(one.reviewer, other.reviewer)));
  }

  async listEvents(chain: string): Promise<readonly EventRecord[]> {
    return copyJson(this.#open().events.get(chain) ?? []);
  }

  isClaimLapsed(claim: Claim, now: string): boolean {
    return isClaimLapsed(claim, now);
  }

  watch(listener: () => void): () => void {
    this.#open();
    return this.#watch.add(listener);
  }

  async close(): Promise<void> {
    this.#tables = null;
    this.#watch.clear();
  }

  #open(): MemoryTables {
    if (this.#tables === null) throw new StorageClosedError();
    return this.#tables;
  }
}

function createTables(): MemoryTables {
  return {
    runs: new Map(),
    messages: new Map(),
    calls: new Map(),
    plans: new Map(),
    reviews: new Map(),
    decisions: new Map(),
    deliveries: new Map(),
    drafts: new Map(),
    events: new Map(),
    revisions: new Map(),
    waiting: new Map(),
  };
}

function copyOrNull<T>(record: T | undefined): T | null {
  return record === undefined ? null : copyJson(record);
}

function compareCalls(one: CallRecord, other: CallRecord): number {
  return one.step - other.step || one.position - other.position;
}
