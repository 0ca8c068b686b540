import type { CallRecord, MessageRow, RunRecord, WaitingCall } from '../core/index.ts';
import type { ResumeOptions } from './agent-options.ts';
import type { AnswerChanges } from './answer-changes.ts';
import { Conversation } from './conversation.ts';
import { finishStopped } from './end-broken.ts';
import { type AgentParts, Leg } from './leg.ts';
import { RunOutput } from './run-output.ts';
import { driveLeg } from './run-steps.ts';
import { sayState } from './say-calls.ts';

/** The answer with which a run goes on. */
export interface Continuation {
  /** Read before the run was claimed: a storage that cannot be read must not leave it claimed. */
  readonly rows: readonly MessageRow[];
  readonly calls: readonly CallRecord[];
  readonly call: WaitingCall;
  readonly answer: AnswerChanges;
  readonly options: ResumeOptions;
}

/** Lets a claimed run go on, its answer stored: says what settled with it, then drives the loop. */
export function continueRun(parts: AgentParts, run: RunRecord, given: Continuation): RunOutput {
  const conversation = new Conversation(given.rows, given.calls);
  const output = new RunOutput(run.id, { text: conversation.getText(), usage: run.usage });
  const { abortSignal, requestContext, requireToolApproval } = given.options;
  const leg = new Leg(parts, { run, conversation, output, abortSignal, requestContext, requireToolApproval });
  for (const change of given.answer.changes) {
    if (change.type === 'call-updated') conversation.setCallState(change.toolCallId, change.state);
  }
  for (const id of given.answer.settled) {
    const call = conversation.getCall(id);
    if (call !== undefined) sayState(leg, call);
  }
  if (run.status === 'aborted') finishStopped(leg);
  else {
    if (given.answer.startsCall) leg.toStart.add(given.call.toolCallId);
    void driveLeg(leg);
  }
  return output;
}
