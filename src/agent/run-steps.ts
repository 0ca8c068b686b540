import { type Change, type FinishReason, isWaiting, noUsage } from '../core/index.ts';
import { endBroken, sayFailed } from './end-broken.ts';
import type { Leg } from './leg.ts';
import { finishPayload, sayState, toPayload } from './say-calls.ts';
import { type TakenStep, takeStep } from './take-step.ts';
import { workOnCalls } from './work-on-calls.ts';

const defaultMaxSteps = 5;

/**
 * The loop: works on the calls of the step that is open, then calls the model again, until the run rests or ends.
 * Never rejects: whatever breaks it ends the output and, as far as storage allows, the run.
 *
 * @param begin - what is to be stored and said before the first step.
 */
export async function driveLeg(leg: Leg, begin?: () => Promise<void>): Promise<void> {
  const release = leg.begin();
  try {
    if (await hasBegun(leg, begin)) await runSteps(leg);
  } catch (error) {
    await endBroken(leg, error);
  } finally {
    release();
  }
}

/** A run that could not be stored is nobody's: its id may be another run's, which must not be touched. */
async function hasBegun(leg: Leg, begin: (() => Promise<void>) | undefined): Promise<boolean> {
  try {
    await begin?.();
    return true;
  } catch (error) {
    sayFailed(leg, error);
    return false;
  }
}

async function runSteps(leg: Leg): Promise<void> {
  for (let step = findOpenStep(leg); ; step = await takeStep(leg)) {
    if (step !== null && (await endsWith(leg, step))) return;
    leg.abortSignal.throwIfAborted();
  }
}

/** Does what a step asks for. @returns whether the leg ends with it: the run finished, rests, or is at its limit. */
async function endsWith(leg: Leg, step: TakenStep): Promise<boolean> {
  if (step.next === 'ended') sayFinish(leg, step, step.reason);
  else if (step.next === 'waiting') sayRest(leg);
  else if ((await workOnCalls(leg)) === 'waiting') await rest(leg);
  else if (isAtLimit(leg)) await endAtLimit(leg, step);
  else {
    leg.output.say('step-finish', finishPayload('tool-calls', true, step));
    return false;
  }
  return true;
}

/** The step in which a resumed or recovered leg goes on; `null` where the next thing is a model call. */
function findOpenStep(leg: Leg): TakenStep | null {
  const calls = leg.conversation.getStepCalls(leg.run.step);
  if (calls.length === 0) return null;
  const text = leg.conversation.getStepText(leg.run.step);
  return { reason: 'tool-calls', text, toolCalls: calls.map(toPayload), usage: noUsage, next: 'open' };
}

function isAtLimit({ run }: Leg): boolean {
  return run.step - run.stepBase >= (run.options.maxSteps ?? defaultMaxSteps);
}

async function endAtLimit(leg: Leg, step: TakenStep): Promise<void> {
  const { id: runId, threadId } = leg.run;
  const changes: Change[] = threadId === null ? [{ type: 'messages-removed', runId }] : [];
  await leg.commit(changes, { status: 'finished', claim: null });
  sayFinish(leg, step, 'tool-calls');
}

function sayFinish(leg: Leg, step: TakenStep, reason: FinishReason): void {
  leg.output.say('step-finish', finishPayload(reason, false, step));
  leg.output.say('finish', finishPayload(reason, false, { ...step, usage: leg.run.usage }));
  leg.output.end('success', reason);
}

/** Puts the run to rest, then says what waits since this leg. */
async function rest(leg: Leg): Promise<void> {
  await leg.commit([], { status: 'suspended', claim: null, suspendedAt: leg.parts.now() });
  sayRest(leg);
}

function sayRest(leg: Leg): void {
  const waiting = leg.conversation.getStepCalls(leg.run.step).filter(isWaiting);
  for (const call of waiting) {
    if (leg.unsaid.has(call.toolCallId)) sayState(leg, call);
    leg.output.noteWaiting(toPayload(call));
  }
  leg.output.end('suspended', 'suspended');
}
