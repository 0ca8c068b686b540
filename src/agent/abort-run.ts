import { ConflictError, endedStatuses, endRun, RunNotSuspendedError } from '../core/index.ts';
import { endCalls } from './end-broken.ts';
import { readOwnRun } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';
import { findLiveLeg } from './live-legs.ts';

const maxTries = 5;

/**
 * Ends a suspended, running or interrupted run everywhere: nobody can answer it later, and a loop that still works on
 * it is fenced off.
 *
 * @throws {RunNotFoundError | WrongAgentError}
 * @throws {RunNotSuspendedError} it had ended already.
 */
export async function abortRun(parts: AgentParts, runId: string | undefined, reason = 'aborted'): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const run = await readOwnRun(parts.storage, parts.id, runId);
    if (endedStatuses.includes(run.status)) throw new RunNotSuspendedError({ runId: run.id, status: run.status });
    const at = parts.now();
    const calls = await parts.storage.getCalls(run.id);
    const changes = await endCalls(parts.storage, calls, { at, why: `The run was aborted: ${reason}` });
    const set = { ...endRun(run, 'aborted', reason), updatedAt: at };
    try {
      await parts.storage.commit([
        { type: 'run-updated', runId: run.id, expect: { version: run.version }, set },
        ...changes,
      ]);
    } catch (error) {
      if (error instanceof ConflictError && tries < maxTries) continue;
      throw error;
    }
    findLiveLeg(run.id, run.token)?.abort(reason);
    return;
  }
}
