import {
  type CallRecord,
  type CallState,
  type Change,
  ConflictError,
  endRun,
  findUnknownCalls,
  type RunRecord,
  takeOver,
} from '../core/index.ts';
import { Conversation } from './conversation.ts';
import { type AgentParts, Leg, newClaim } from './leg.ts';
import { findLiveLeg } from './live-legs.ts';
import { RunOutput } from './run-output.ts';
import { driveLeg } from './run-steps.ts';
import { toUpdate } from './work-on-calls.ts';

/** Takes up every run of this agent whose process died. Runs on which somebody still works are left alone. */
export async function recoverRuns(parts: AgentParts): Promise<readonly RunOutput[]> {
  const { items } = await parts.storage.listRuns({ agentId: parts.id, status: ['running'] });
  const outputs: RunOutput[] = [];
  for (const run of items) {
    if (!isAbandoned(parts, run)) continue;
    const output = await recoverRun(parts, run);
    if (output !== null) outputs.push(output);
  }
  return outputs;
}

function isAbandoned(parts: AgentParts, run: RunRecord): boolean {
  const { claim } = run;
  if (claim === null) return true;
  if (isOwnClaim(parts, run)) return findLiveLeg(run.id, claim.token) === undefined;
  return parts.storage.isClaimLapsed(claim, parts.now());
}

function isOwnClaim({ storage }: AgentParts, { claim }: RunRecord): boolean {
  const { host, pid, processStart } = storage.owner;
  return (
    claim !== null && claim.owner.host === host && claim.owner.pid === pid && claim.owner.processStart === processStart
  );
}

/**
 * Goes on with one run, or marks it as interrupted when a call was running whose outcome nobody knows.
 *
 * @returns `null` when it was interrupted, or when another process was quicker.
 */
export async function recoverRun(parts: AgentParts, run: RunRecord): Promise<RunOutput | null> {
  const [calls, rows] = await Promise.all([parts.storage.getCalls(run.id), parts.storage.getMessages(run.id)]);
  const inFlight = calls.filter(({ state }) => state.status === 'running');
  const [unknown] = findUnknownCalls(calls);
  try {
    if (unknown !== undefined) return await interrupt(parts, run, unknown);
    const { change, taken } = takeOverChange(parts, run);
    // A retry that a person allowed is used up before the call begins.
    const used = inFlight.map((call) => toUpdate(call, withoutRetry(call.state), ['running']));
    await parts.storage.commit([change, ...used]);
    return continueLeg(parts, { run: taken, conversation: new Conversation(rows, calls), toStart: inFlight });
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}

function withoutRetry(state: CallState): CallState {
  return state.status === 'running' ? { ...state, isRetry: undefined } : state;
}

/** Drives a run that this process has just claimed. */
function continueLeg(
  parts: AgentParts,
  given: { readonly run: RunRecord; readonly conversation: Conversation; readonly toStart: readonly CallRecord[] },
): RunOutput {
  const { run, conversation } = given;
  const output = new RunOutput(run.id, { text: conversation.getText(), usage: run.usage });
  const leg = new Leg(parts, {
    run,
    conversation,
    output,
    abortSignal: undefined,
    requestContext: undefined,
    requireToolApproval: undefined,
  });
  for (const call of given.toStart) leg.toStart.add(call.toolCallId);
  void driveLeg(leg);
  return output;
}

function takeOverChange(parts: AgentParts, run: RunRecord): { readonly change: Change; readonly taken: RunRecord } {
  const set = { ...takeOver(run, newClaim(parts)), updatedAt: parts.now() };
  const change: Change = {
    type: 'run-updated',
    runId: run.id,
    expect: { version: run.version, status: ['running'] },
    set,
  };
  return { change, taken: { ...run, ...set, version: run.version + 1 } };
}

/** The journal stays as it is: the call says `running`, and only a person can say what became of it. */
async function interrupt(parts: AgentParts, run: RunRecord, call: CallRecord): Promise<null> {
  const why = `its process died while "${call.toolName}" (${call.toolCallId}) ran; whether it took effect is not known`;
  const set = { ...endRun(run, 'interrupted', why), updatedAt: parts.now() };
  await parts.storage.commit([
    { type: 'run-updated', runId: run.id, expect: { version: run.version, status: ['running'] }, set },
  ]);
  parts.logger?.warn('a run was interrupted', { runId: run.id, toolCallId: call.toolCallId, toolName: call.toolName });
  return null;
}
