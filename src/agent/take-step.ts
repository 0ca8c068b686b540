import {
  addUsage,
  type CallRecord,
  type Change,
  type FinishReason,
  isWaiting,
  type Message,
  type RunPatch,
  type ToolCallPayload,
  type Usage,
} from '../core/index.ts';
import { executeCall } from './execute-call.ts';
import type { Leg } from './leg.ts';
import { callModel } from './model-call.ts';
import { prepareCalls } from './prepare-calls.ts';
import { readStep } from './read-step.ts';
import { resolveModel } from './resolve-model.ts';
import { type BegunCall, retryModelCall } from './retry-model-call.ts';
import { sayCalls, sayState, toPayload } from './say-calls.ts';
import { isWaitingTool } from './tool-set.ts';
import { admitCall } from './work-on-calls.ts';

const defaultMaxRetries = 2;

/** A step as it stands after its model call was stored. */
export interface TakenStep {
  readonly reason: FinishReason;
  readonly text: string;
  readonly toolCalls: readonly ToolCallPayload[];
  readonly usage: Usage;
  /** `ended`: no calls, the run is finished. `waiting`: the run rests already. `open`: there are calls to work on. */
  readonly next: 'ended' | 'waiting' | 'open';
}

/** Calls the model once and stores what it said, its calls journaled, before any call is announced or run. */
export async function takeStep(leg: Leg): Promise<TakenStep> {
  const step = leg.run.step + 1;
  leg.output.say('step-start', { step });
  const draft = await readStep(await askModel(leg), leg.output);
  const prepared = await prepareCalls(leg, draft, step);
  const calls = await advanceCalls(leg, prepared.calls);
  const next = chooseNext(calls.records);
  const messages = [{ role: 'assistant', content: prepared.parts }] as const;
  const changes: Change[] = [
    ...keepMessages(leg, next, { step, messages }),
    ...calls.records.map((call): Change => ({ type: 'call-created', call })),
    ...calls.changes,
  ];
  const usage = addUsage(leg.run.usage, draft.usage);
  await leg.commit(changes, { step, usage, ...toRest(leg, next) });

  leg.output.addResponse({ ...draft.response, messages });
  const toolCalls = calls.records.map(toPayload);
  leg.output.addStep({ step, text: draft.text, finishReason: draft.finishReason, toolCalls, usage: draft.usage });
  announce(leg, calls.records, next);
  return { reason: draft.finishReason, text: draft.text, toolCalls, usage: draft.usage, next };
}

/** A run that ends and belongs to no thread leaves its record, not the conversation: nobody can go on with that. */
function keepMessages(
  { run }: Leg,
  next: TakenStep['next'],
  said: { readonly step: number; readonly messages: readonly Message[] },
): readonly Change[] {
  const { id: runId, threadId } = run;
  if (next === 'ended' && threadId === null) return [{ type: 'messages-removed', runId }];
  return [{ type: 'messages-appended', runId, threadId, origin: 'step', ...said }];
}

/** What the model says to the conversation so far; made again when the provider says that may help. */
async function askModel(leg: Leg): Promise<BegunCall> {
  const { parts, run, abortSignal } = leg;
  const model = await resolveModel(parts.model);
  const request = makeRequest(leg);
  return retryModelCall(() => callModel(model, request), {
    maxRetries: run.options.maxRetries ?? defaultMaxRetries,
    abortSignal,
    onRetry: (error, delayMs) =>
      parts.logger?.warn('a model call failed and is made again', { runId: run.id, delayMs, error }),
  });
}

function makeRequest(leg: Leg): Parameters<typeof callModel>[1] {
  const { run, parts } = leg;
  const instructions = run.options.instructions ?? parts.instructions;
  const messages = leg.conversation.getMessages();
  return {
    prompt:
      instructions === undefined || instructions === ''
        ? messages
        : [{ role: 'system', content: instructions }, ...messages],
    tools: parts.tools.offer(run.options.activeTools),
    settings: run.options.modelSettings ?? {},
    providerOptions: run.options.providerOptions,
    toolChoice: run.options.toolChoice,
    abortSignal: leg.abortSignal,
  };
}

/**
 * Moves the calls as far as one transaction allows: tools that may wait and do no harm run now, so that asking and
 * resting are one save; ordinary calls are journaled as running when nothing waits.
 */
async function advanceCalls(
  leg: Leg,
  calls: readonly CallRecord[],
): Promise<{ records: readonly CallRecord[]; changes: readonly Change[] }> {
  const changes: Change[] = [];
  const asked: CallRecord[] = [];
  for (const call of calls) asked.push(await askFirst(leg, call, changes));
  if (asked.some((call) => isWaiting(call) || call.state.status === 'running')) return { records: asked, changes };
  const records = await Promise.all(
    asked.map((call) => (call.state.status === 'prepared' ? admitCall(leg, call) : call)),
  );
  return { records, changes };
}

async function askFirst(leg: Leg, call: CallRecord, changes: Change[]): Promise<CallRecord> {
  const tool = leg.parts.tools.find(call.toolName);
  if (call.state.status !== 'prepared' || tool === undefined || !isWaitingTool(tool)) return call;
  const admitted = await admitCall(leg, call);
  if (admitted.state.status !== 'running' || !tool.idempotent) return admitted;
  const progress = await executeCall(leg, call, tool);
  changes.push(...progress.changes);
  return { ...call, state: progress.state };
}

/** A step with a call that already runs does not rest yet, even when another one waits. */
function chooseNext(calls: readonly CallRecord[]): TakenStep['next'] {
  if (calls.length === 0) return 'ended';
  return calls.some(isWaiting) && !calls.some((call) => call.state.status === 'running') ? 'waiting' : 'open';
}

function toRest(leg: Leg, next: TakenStep['next']): RunPatch {
  if (next === 'ended') return { status: 'finished', claim: null };
  if (next === 'waiting') return { status: 'suspended', claim: null, suspendedAt: leg.parts.now() };
  return {};
}

/** What is stored is said: first every call, then what came of those that are settled, last what waits. */
function announce(leg: Leg, calls: readonly CallRecord[], next: TakenStep['next']): void {
  sayCalls(leg, calls);
  for (const call of calls) {
    if (call.state.status === 'settled') sayState(leg, call);
    if (call.state.status === 'running') leg.toStart.add(call.toolCallId);
  }
  for (const call of calls.filter(isWaiting)) {
    if (next === 'waiting') sayState(leg, call);
    else leg.unsaid.add(call.toolCallId);
  }
}
