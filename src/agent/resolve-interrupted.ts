import { answerInterrupted, RunNotInterruptedError, retryOnConflict, toJsonValue } from '../core/index.ts';
import { abortRun } from './abort-run.ts';
import { readOwnRun } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';
import { recoverRun } from './recover-runs.ts';
import type { RunOutput } from './run-output.ts';

/** What a person says about an interrupted call. */
export interface ResolveInterruptedOptions {
  readonly runId: string;
  /** May be left out while one call is unknown. */
  readonly toolCallId?: string | undefined;
  readonly action: 'retry' | 'skip' | 'abort';
  /** With `skip`: what the tool did, as its result. */
  readonly result?: unknown;
}

/** Answers for an interrupted call and, after the last one, takes the run up again. */
export async function resolveInterrupted(
  parts: AgentParts,
  options: ResolveInterruptedOptions,
): Promise<RunOutput | null> {
  if (options.action === 'abort') return abortInterrupted(parts, options.runId);
  const isReady = await retryOnConflict(async () => {
    const run = await readOwnRun(parts.storage, parts.id, options.runId);
    const calls = await parts.storage.getCalls(run.id);
    const given = { answer: readAnswer(options), at: parts.now() };
    const answered = answerInterrupted({ run, calls }, options.toolCallId, given);
    await parts.storage.commit(answered.changes);
    return answered.isReady;
  });
  const ready = isReady ? await parts.storage.getRun(options.runId) : null;
  return ready === null ? null : recoverRun(parts, ready);
}

function readAnswer({ action, result }: ResolveInterruptedOptions): Parameters<typeof answerInterrupted>[2]['answer'] {
  if (action === 'retry') return { action };
  return { action: 'skip', ...(result === undefined ? {} : { result: toJsonValue(result) }) };
}

async function abortInterrupted(parts: AgentParts, runId: string): Promise<null> {
  const run = await readOwnRun(parts.storage, parts.id, runId);
  if (run.status !== 'interrupted') throw new RunNotInterruptedError({ runId: run.id, status: run.status });
  await abortRun(parts, runId, 'aborted after an interruption');
  return null;
}
