import { type CallRecord, type CallState, type Change, isWaiting, ToolNotFoundError } from '../core/index.ts';
import { checkPlanGate } from './check-plan-gate.ts';
import { executeCall, settleError } from './execute-call.ts';
import type { Leg } from './leg.ts';
import { sayState } from './say-calls.ts';

/**
 * Does what can be done with the calls of the current step: waiting calls first, ordinary calls at the same time once
 * nothing waits, approved ones as soon as no plan waits.
 *
 * @returns `waiting` when the step rests until somebody answers, `settled` when every call has its result.
 */
export async function workOnCalls(leg: Leg): Promise<'waiting' | 'settled'> {
  for (;;) {
    const calls = leg.conversation.getStepCalls(leg.run.step);
    const begun = calls.filter((call) => call.state.status === 'running' && leg.toStart.has(call.toolCallId));
    const admitted =
      begun.length > 0
        ? []
        : await admitCalls(
            leg,
            calls.filter((call) => isRunnable(call, calls)),
          );
    if (begun.length + admitted.length === 0) return calls.some(isWaiting) ? 'waiting' : 'settled';
    await Promise.all([...begun, ...admitted].map((call) => runCall(leg, call)));
  }
}

function isRunnable(call: CallRecord, calls: readonly CallRecord[]): boolean {
  if (call.state.status !== 'prepared') return false;
  const waiting = calls.filter(isWaiting);
  if (waiting.length === 0) return true;
  return call.state.approved && !waiting.some((other) => other.isPlan);
}

/** Journals the calls as running, before any of them runs. A call that its plan gate refuses settles instead. */
async function admitCalls(leg: Leg, calls: readonly CallRecord[]): Promise<readonly CallRecord[]> {
  if (calls.length === 0) return [];
  const admitted = await Promise.all(calls.map((call) => admitCall(leg, call)));
  await leg.commit(admitted.map((call) => toUpdate(call, call.state, ['prepared'])));
  for (const call of admitted) {
    if (call.state.status === 'running') leg.toStart.add(call.toolCallId);
    else sayState(leg, call);
  }
  return admitted.filter((call) => call.state.status === 'running');
}

/** The state in which a prepared call may go on: running, or refused by the gate of `requiresApprovedPlan`. */
export async function admitCall(leg: Leg, call: CallRecord): Promise<CallRecord> {
  const tool = leg.parts.tools.find(call.toolName);
  const refusal = tool?.requiresApprovedPlan === true ? await checkPlanGate(leg, call) : null;
  return { ...call, state: refusal === null ? { status: 'running' } : settleError(new Error(refusal)) };
}

async function runCall(leg: Leg, call: CallRecord): Promise<void> {
  const tool = leg.parts.tools.find(call.toolName);
  if (tool === undefined) throw new ToolNotFoundError({ toolName: call.toolName, runId: leg.run.id });
  leg.toStart.delete(call.toolCallId);
  const { state, changes } = await executeCall(leg, call, tool);
  await leg.commit([toUpdate(call, state, ['running']), ...changes]);
  // What waits is said by whoever puts the run to rest, after it rests.
  if (state.status === 'settled') sayState(leg, { ...call, state });
  else leg.unsaid.add(call.toolCallId);
}

/** The change that moves a call to a state. */
export function toUpdate(call: CallRecord, state: CallState, expect: readonly CallState['status'][]): Change {
  return { type: 'call-updated', runId: call.runId, toolCallId: call.toolCallId, expect, state };
}
