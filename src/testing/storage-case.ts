import assert from 'node:assert/strict';
import { type Change, ConflictError, type Storage } from '../core/index.ts';

/** One thing that every storage must do. */
export interface StorageCase {
  /** A true sentence. */
  readonly name: string;
  /**
   * Rejects when it is not so.
   *
   * @param storage - fresh and empty; it may be closed afterwards, which may also have happened.
   */
  run(storage: Storage): Promise<void>;
}

/** A time some seconds after {@link builtAt}. */
export function second(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

/** Asserts that a commit is refused because of one of its changes. */
export async function assertConflict(storage: Storage, changes: readonly Change[], changeIndex = 0): Promise<void> {
  await assert.rejects(storage.commit(changes), (error) => {
    assert.ok(error instanceof ConflictError, `expected a ConflictError, got ${String(error)}`);
    assert.equal(error.changeIndex, changeIndex);
    return true;
  });
}

/** Makes the commits one after the other. */
export async function commitEach(storage: Storage, commits: readonly (readonly Change[])[]): Promise<void> {
  for (const changes of commits) await storage.commit(changes);
}

/** How many of the promises were kept; the others were refused with a conflict. */
export async function countWins(commits: readonly Promise<void>[]): Promise<number> {
  const outcomes = await Promise.allSettled(commits);
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of refusals) assert.ok(reason instanceof ConflictError, String(reason));
  return outcomes.length - refusals.length;
}
