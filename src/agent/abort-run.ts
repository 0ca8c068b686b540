import { endedStatuses, endRun, RunNotSuspendedError, retryOnConflict } from '../core/index.ts';
import { endCalls } from './end-broken.ts';
import { readOwnRun } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';
import { findLiveLeg } from './live-legs.ts';

/**
 * Ends a suspended, running or interrupted run everywhere: nobody can answer it later, and a loop that still works on
 * it is fenced off.
 *
 * @throws {RunNotFoundError | WrongAgentError}
 * @throws {RunNotSuspendedError} it had ended already.
 */
export async function abortRun(parts: AgentParts, runId: string | undefined, reason = 'aborted'): Promise<void> {
  const run = await retryOnConflict(async () => {
    const found = await readOwnRun(parts.storage, parts.id, runId);
    if (endedStatuses.includes(found.status)) throw new RunNotSuspendedError({ runId: found.id, status: found.status });
    const at = parts.now();
    const calls = await parts.storage.getCalls(found.id);
    const changes = await endCalls(parts.storage, calls, { at, why: `The run was aborted: ${reason}` });
    const set = { ...endRun(found, 'aborted', reason), updatedAt: at };
    await parts.storage.commit([
      { type: 'run-updated', runId: found.id, expect: { version: found.version }, set },
      ...changes,
    ]);
    return found;
  });
  findLiveLeg(run.id, run.token)?.abort(reason);
}
