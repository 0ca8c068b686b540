import type {
  CallRecord,
  Change,
  Decision,
  JsonValue,
  RunPatch,
  RunRecord,
  ToolOutput,
  WaitingCall,
} from '../core/index.ts';
import type { AnyTool } from '../tools/index.ts';
import { settleDenied } from './execute-call.ts';
import { type AgentParts, newClaim } from './leg.ts';
import { toUpdate } from './work-on-calls.ts';

/** An answer on paper: what is saved in the transaction that takes the run. */
export interface AnswerChanges {
  readonly changes: readonly Change[];
  /** How the run is set beside its claim. */
  readonly set: RunPatch;
  /** Calls that settle with the answer, to be said in this order. */
  readonly settled: readonly string[];
  /** Whether the answered call runs on with its answer. */
  readonly startsCall: boolean;
}

/** A plan's call and where it stands. */
export interface AnsweredPlan {
  readonly run: RunRecord;
  readonly calls: readonly CallRecord[];
  readonly call: WaitingCall;
  readonly plan: { readonly path: string; readonly revision: number };
}

/**
 * A decision on a plan: its call settles at once. A rejection leaves the ordinary calls of the step unrun; a stop ends
 * the run with every other call that waits.
 */
export function answerPlan(decision: Decision, tool: AnyTool, given: AnsweredPlan): AnswerChanges {
  const { call } = given;
  const result = tool.planSubmission?.answer(decision, given.plan) ?? null;
  const output = readOutput(tool, result);
  const own = toUpdate(call, { status: 'settled', outcome: 'result', result, output }, ['waiting']);
  const isStop = decision.stop === true;
  const siblings = given.calls.filter((other) => other.step === call.step && other.toolCallId !== call.toolCallId);
  const unrun = decision.action === 'approved' ? [] : siblings.filter((other) => isLeftUnrun(other, isStop));
  const reason = isStop
    ? 'It did not run: the reviewer stopped the run.'
    : 'It did not run: the plan submitted in the same step was not approved.';
  return {
    changes: [own, ...unrun.map((other) => toUpdate(other, settleDenied(reason), [other.state.status]))],
    set: isStop ? { status: 'aborted', claim: null, error: 'stopped by the reviewer' } : { stepBase: given.run.step },
    settled: [call.toolCallId, ...unrun.map(({ toolCallId }) => toolCallId)],
    startsCall: false,
  };
}

function isLeftUnrun({ state, isPlan }: CallRecord, isStop: boolean): boolean {
  if (state.status === 'prepared') return true;
  return state.status === 'waiting' && (isStop || (state.for === 'approval' && !isPlan));
}

function readOutput(tool: AnyTool, result: JsonValue): ToolOutput {
  const output = tool.toModelOutput?.(result);
  if (output === undefined) return { type: 'json', value: result };
  return typeof output === 'string' ? { type: 'text', value: output } : output;
}

/** An answer to a tool that asked: the call runs on with it. */
export function answerQuestion(call: WaitingCall, resumeData: JsonValue): AnswerChanges {
  const suspendPayload = call.state.for === 'answer' ? call.state.suspendPayload : undefined;
  return {
    changes: [toUpdate(call, { status: 'running', resumeData, suspendPayload }, ['waiting'])],
    set: {},
    settled: [],
    startsCall: true,
  };
}

/** Approval or refusal of a call that waited to run. */
export function answerApproval(
  call: WaitingCall,
  answer: { readonly approved: boolean; readonly reason?: string | undefined },
): AnswerChanges {
  const state = answer.approved
    ? ({ status: 'prepared', approved: true } as const)
    : settleDenied(
        answer.reason === undefined || answer.reason.trim() === ''
          ? 'This call was not approved by the user.'
          : answer.reason,
      );
  return {
    changes: [toUpdate(call, state, ['waiting'])],
    set: {},
    settled: answer.approved ? [] : [call.toolCallId],
    startsCall: false,
  };
}

/** The change that takes a resting run for this process, with an answer in the same transaction. */
export function claimChange(
  parts: AgentParts,
  run: RunRecord,
  { set, maxSteps }: { readonly set: RunPatch; readonly maxSteps?: number | undefined },
): { readonly change: Change; readonly run: RunRecord } {
  const token = run.token + 1;
  const patch: RunPatch = {
    status: 'running',
    token,
    claim: { token, ...newClaim(parts) },
    suspendedAt: null,
    updatedAt: parts.now(),
    ...set,
  };
  const options = maxSteps === undefined ? undefined : { ...run.options, maxSteps };
  return {
    change: {
      type: 'run-updated',
      runId: run.id,
      expect: { version: run.version, status: ['suspended'] },
      set: patch,
      options,
    },
    run: { ...run, ...patch, version: run.version + 1, options: options ?? run.options },
  };
}
