import type { CallRecord, FinishPayload, FinishReason, ToolCallPayload, Usage } from '../core/index.ts';
import type { Leg } from './leg.ts';

/** A call as chunks carry it. */
export function toPayload(call: CallRecord): ToolCallPayload {
  return { toolCallId: call.toolCallId, toolName: call.toolName, args: call.args };
}

/** Announces calls, once, after they are stored. */
export function sayCalls(leg: Leg, calls: readonly CallRecord[]): void {
  for (const call of calls) leg.output.say('tool-call', toPayload(call));
}

/** Says how a call stands now: what it waits for, or what it gave. */
export function sayState(leg: Leg, call: CallRecord): void {
  const { state } = call;
  const payload = toPayload(call);
  if (state.status === 'settled') saySettled(leg, call);
  if (state.status !== 'waiting') return;
  if (state.for === 'approval') leg.output.say('tool-call-approval', payload);
  else {
    const { suspendPayload, resumeSchema } = state;
    leg.output.say('tool-call-suspended', {
      ...payload,
      suspendPayload,
      ...(resumeSchema === null ? {} : { resumeSchema }),
    });
  }
}

function saySettled(leg: Leg, call: CallRecord): void {
  if (call.state.status !== 'settled') return;
  const { outcome, result } = call.state;
  const payload = toPayload(call);
  switch (outcome) {
    case 'result':
    case 'invalid':
      leg.output.say('tool-result', { ...payload, result });
      break;
    case 'error':
      leg.output.say('tool-error', { ...payload, error: String(result) });
      break;
    case 'denied':
      leg.output.say('tool-output-denied', {
        ...payload,
        approval: { id: call.toolCallId, approved: false, reason: String(result) },
      });
      break;
  }
}

/** What `step-finish` and `finish` carry. */
export function finishPayload(
  reason: FinishReason,
  isContinued: boolean,
  output: { readonly text: string; readonly toolCalls: readonly ToolCallPayload[]; readonly usage: Usage },
): FinishPayload {
  return { stepResult: { reason, isContinued }, output };
}
