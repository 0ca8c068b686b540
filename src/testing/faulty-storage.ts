import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, type Storage, StorageUnavailableError } from '../core/index.ts';

/** How a {@link faultyStorage} fails. Read anew at each commit, so a test may change it as it goes. */
export interface Faults {
  /** A commit that puts a run to rest is held back this long before it is made. */
  suspendDelayMs?: number | undefined;
  /** A commit that puts a run to rest rejects; nothing is written. */
  failSuspend?: boolean | undefined;
  /** Looks at each commit: `true` or an error makes it reject; nothing is written. */
  failCommit?: ((changes: readonly Change[]) => boolean | Error) | undefined;
  /** This commit, counted from 1, rejects; nothing is written. */
  failAt?: number | undefined;
  /** From this commit on, counted from 1, every call rejects: what a process leaves behind that died just before it. */
  stopAt?: number | undefined;
}

/** A storage that fails on purpose. */
export interface FaultyStorage extends Storage {
  /** What was asked to be committed, refused commits too, oldest first. */
  readonly commits: readonly (readonly Change[])[];
}

/** Wraps a storage so that it fails where a test wants it to. What does not fail goes to `inner`. */
export function faultyStorage(inner: Storage, faults: Faults = {}): FaultyStorage {
  const commits: (readonly Change[])[] = [];
  let isStopped = false;

  function pass<Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      if (isStopped) throw unavailable('it was stopped');
      return call(...given);
    };
  }

  async function commit(changes: readonly Change[]): Promise<void> {
    commits.push(changes);
    const number = commits.length;
    isStopped ||= number === faults.stopAt;
    if (isStopped) throw unavailable('it was stopped');
    const fault = findFault(changes, number, faults);
    if (fault !== null) throw fault;
    if (faults.suspendDelayMs !== undefined && isSuspension(changes)) await sleep(faults.suspendDelayMs);
    await inner.commit(changes);
  }

  return {
    name: inner.name,
    owner: inner.owner,
    commits,
    commit,
    getRun: pass((runId) => inner.getRun(runId)),
    listRuns: pass((filter) => inner.listRuns(filter)),
    getMessages: pass((runId) => inner.getMessages(runId)),
    getCalls: pass((runIds) => inner.getCalls(runIds)),
    getReview: pass((reviewId) => inner.getReview(reviewId)),
    listReviews: pass((filter) => inner.listReviews(filter)),
    getPlan: pass((planSha256) => inner.getPlan(planSha256)),
    listDecisions: pass((reviewIds) => inner.listDecisions(reviewIds)),
    listDeliveries: pass((filter) => inner.listDeliveries(filter)),
    getDraft: pass((reviewId, reviewer) => inner.getDraft(reviewId, reviewer)),
    listDrafts: pass((reviewId) => inner.listDrafts(reviewId)),
    listEvents: pass((chain) => inner.listEvents(chain)),
    isClaimLapsed: (claim, now) => inner.isClaimLapsed(claim, now),
    watch: (listener) => inner.watch(listener),
    close: () => inner.close(),
  };
}

function findFault(changes: readonly Change[], number: number, faults: Faults): Error | null {
  if (number === faults.failAt) return unavailable(`commit ${number} was to fail`);
  if (faults.failSuspend === true && isSuspension(changes)) return unavailable('runs were not to rest');
  const fault = faults.failCommit?.(changes) ?? false;
  if (fault === false) return null;
  return fault === true ? unavailable('this commit was to fail') : fault;
}

/** Whether a commit puts a run to rest. */
function isSuspension(changes: readonly Change[]): boolean {
  return changes.some(
    (change) =>
      (change.type === 'run-updated' && change.set.status === 'suspended') ||
      (change.type === 'run-created' && change.run.status === 'suspended'),
  );
}

function unavailable(reason: string): StorageUnavailableError {
  return new StorageUnavailableError({ file: 'faulty', reason, advice: 'The test asked for it.' });
}
