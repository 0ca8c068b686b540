import type { CallRecord, CallState } from './call.ts';
import type { Change } from './change.ts';
import type { JsonValue } from './json.ts';
import type { RunPatch, RunRecord } from './run.ts';
import { RunNotInterruptedError, ToolCallNotInterruptedError } from './run-errors.ts';

/** What a person says about a call whose outcome is unknown: run it again, or go on without it (with a result of theirs). */
export type InterruptedAnswer =
  | { readonly action: 'retry' }
  | { readonly action: 'skip'; readonly result?: JsonValue | undefined };

/** The calls of a run that were at work when its process died, and of which nobody knows what became. */
export function findUnknownCalls(calls: readonly CallRecord[]): readonly CallRecord[] {
  return calls.filter(
    ({ state, isIdempotent }) => state.status === 'running' && !isIdempotent && state.isRetry !== true,
  );
}

/**
 * Answers for one interrupted call. While other calls of the run are unknown it stays interrupted; after the last one it
 * is `running` and nobody's, so that whoever recovers the agent's runs takes it up, once.
 *
 * @throws {RunNotInterruptedError | ToolCallNotInterruptedError}
 */
export function answerInterrupted(
  { run, calls }: { readonly run: RunRecord; readonly calls: readonly CallRecord[] },
  toolCallId: string | undefined,
  given: { readonly answer: InterruptedAnswer; readonly at: string },
): { readonly changes: readonly Change[]; readonly isReady: boolean } {
  if (run.status !== 'interrupted') throw new RunNotInterruptedError({ runId: run.id, status: run.status });
  const unknown = findUnknownCalls(calls);
  const call =
    toolCallId === undefined && unknown.length === 1
      ? unknown[0]
      : unknown.find((other) => other.toolCallId === toolCallId);
  if (call === undefined) {
    throw new ToolCallNotInterruptedError({
      runId: run.id,
      toolCallId,
      unknown: unknown.map((other) => other.toolCallId),
    });
  }
  const isReady = unknown.length === 1;
  const set: RunPatch = isReady ? { status: 'running', error: null, updatedAt: given.at } : { updatedAt: given.at };
  return {
    isReady,
    changes: [
      { type: 'run-updated', runId: run.id, expect: { version: run.version, status: ['interrupted'] }, set },
      {
        type: 'call-updated',
        runId: run.id,
        toolCallId: call.toolCallId,
        expect: ['running'],
        state: toAnsweredState(call, given.answer),
      },
    ],
  };
}

function toAnsweredState({ state }: CallRecord, answer: InterruptedAnswer): CallState {
  if (answer.action === 'retry') return state.status === 'running' ? { ...state, isRetry: true } : state;
  if (answer.result === undefined) {
    const said =
      'This call was interrupted; whether it took effect is not known. The user decided to go on without its result.';
    return { status: 'settled', outcome: 'result', result: null, output: { type: 'text', value: said } };
  }
  const output =
    typeof answer.result === 'string'
      ? ({ type: 'text', value: answer.result } as const)
      : ({ type: 'json', value: answer.result } as const);
  return { status: 'settled', outcome: 'result', result: answer.result, output };
}
