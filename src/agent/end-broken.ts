import {
  type CallRecord,
  type Change,
  ClaimLostError,
  closeReview,
  isSettled,
  ModelFailedError,
  type Storage,
} from '../core/index.ts';
import { settleError } from './execute-call.ts';
import type { Leg } from './leg.ts';
import { finishPayload } from './say-calls.ts';
import { toUpdate } from './work-on-calls.ts';

/** Ends a leg that something broke: aborted, taken over, or failed. What was stored stands. */
export async function endBroken(leg: Leg, error: unknown): Promise<void> {
  if (error instanceof ClaimLostError) return endLost(leg, error);
  if (leg.abortSignal.aborted) return endAborted(leg);
  await endFailed(leg, error);
}

async function endLost(leg: Leg, error: ClaimLostError): Promise<void> {
  const run = await leg.parts.storage.getRun(leg.run.id).catch(() => null);
  if (run?.status === 'aborted') return sayAborted(leg, run.error ?? 'aborted');
  leg.parts.logger?.warn('a leg lost its run', { runId: leg.run.id });
  sayFailed(leg, error);
}

async function endAborted(leg: Leg): Promise<void> {
  const { reason } = leg.abortSignal;
  if (reason instanceof ClaimLostError) return endLost(leg, reason);
  const said = reason instanceof Error ? reason.message : String(reason ?? 'aborted');
  try {
    const changes = await endCalls(leg.parts.storage, leg.conversation.getStepCalls(leg.run.step), {
      at: leg.parts.now(),
      why: `The run was aborted: ${said}`,
    });
    await leg.commit(changes, { status: 'aborted', claim: null, error: said });
  } catch (error) {
    leg.parts.logger?.error('an aborted run could not be stored as aborted', { runId: leg.run.id, error });
  }
  sayAborted(leg, said);
}

/** Every open call gets a result that says why it has none, and every waiting plan of the run is closed. */
export async function endCalls(
  storage: Storage,
  calls: readonly CallRecord[],
  { at, why }: { readonly at: string; readonly why: string },
): Promise<readonly Change[]> {
  const open = calls.filter((call) => !isSettled(call));
  const plans = open.filter((call) => call.isPlan && call.state.status === 'waiting');
  const updates = open.map((call) => {
    const unknown = call.state.status === 'running' ? ' It was running; whether it took effect is not known.' : '';
    return toUpdate(call, settleError(new Error(why + unknown)), [call.state.status]);
  });
  const closed = await Promise.all(
    plans.map(async ({ runId, toolCallId }) => {
      const { items } = await storage.listReviews({ runId, toolCallId, status: ['waiting'] });
      return items.map((review) => closeReview(review, 'aborted', { at }));
    }),
  );
  return [...updates, ...closed.flat()];
}

async function endFailed(leg: Leg, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  try {
    await leg.commit([], { status: 'failed', claim: null, error: message });
  } catch (second) {
    // The caller is told of the first failure below; the run keeps its claim and is found again by `recover`.
    leg.parts.logger?.error('a failed run could not be stored as failed', { runId: leg.run.id, error: second });
  }
  sayFailed(leg, error);
}

const nothing = { text: '', toolCalls: [] };

/** Says that the leg failed, and why. */
export function sayFailed(leg: Leg, error: unknown): void {
  const cause = error instanceof ModelFailedError && error.cause !== undefined ? error.cause : error;
  leg.output.say('error', { error: cause });
  leg.output.say('finish', finishPayload('error', false, { ...nothing, usage: leg.run.usage }));
  leg.output.end('failed', 'error', cause);
}

function sayAborted(leg: Leg, reason: string): void {
  leg.output.say('abort', { reason });
  leg.output.say('finish', finishPayload('aborted', false, { ...nothing, usage: leg.run.usage }));
  leg.output.end('canceled', 'aborted');
}

/** Says the end of a run that its reviewer stopped: it is stored as aborted already. */
export function finishStopped(leg: Leg): void {
  sayAborted(leg, leg.run.error ?? 'stopped by the reviewer');
}
