import {
  type CallRecord,
  type Change,
  isRecord,
  type JsonObject,
  type JsonValue,
  type PlanSnapshot,
  PlanUnreadableError,
  planIdOf,
  type ReviewSource,
  submitReview,
} from '../core/index.ts';
import type { Leg } from './leg.ts';

/** A review about to open with its call's suspension, or why it cannot. */
export type OpenedReview =
  | { readonly suspendPayload: JsonValue; readonly changes: readonly Change[] }
  | { readonly error: PlanUnreadableError };

/**
 * Opens the review of a submitted plan: the changes are saved in the transaction that puts the run to rest.
 * With a plan folder the file is read now, and an unreadable one is an error the model gets at once.
 */
export async function openReview(leg: Leg, call: CallRecord, payload: JsonValue): Promise<OpenedReview> {
  const { parts, run } = leg;
  // A record that came out of JSON is a JSON object.
  const suspendPayload: JsonObject = isRecord(payload) ? (payload as JsonObject) : {};
  const given = String(suspendPayload['path'] ?? '');
  const plan = await readPlan(leg, given);
  if (plan instanceof PlanUnreadableError) return { error: plan };
  const path = plan?.path ?? given;
  const planId = planIdOf([run.agentId, run.threadId ?? run.sessionId ?? run.id, path]);
  const revision = leg.nextRevision(planId, await countRevisions(leg, planId));
  const { review, changes } = submitReview({
    id: parts.generateId('review'),
    planId,
    revision,
    path,
    plan,
    source: toSource(leg, call),
    at: parts.now(),
  });
  if (plan === null) return { suspendPayload, changes };
  const known = {
    planSha256: plan.planSha256,
    revision,
    reviewId: review.id,
    ...(plan.title === null ? {} : { title: plan.title }),
  };
  return { suspendPayload: { ...suspendPayload, ...known }, changes };
}

async function readPlan({ parts }: Leg, path: string): Promise<PlanSnapshot | PlanUnreadableError | null> {
  if (parts.plans === undefined) return null;
  try {
    return await parts.plans.read(path);
  } catch (error) {
    if (error instanceof PlanUnreadableError) return error;
    throw error;
  }
}

async function countRevisions({ parts, run, conversation }: Leg, planId: string): Promise<number> {
  // A plan of this run alone has no revision before the run's first submission.
  if (run.threadId === null && run.sessionId === null && !conversation.hasPlanCall()) return 0;
  const { items } = await parts.storage.listReviews({ planId, perPage: 1 });
  return items[0]?.revision ?? 0;
}

function toSource({ run }: Leg, call: CallRecord): ReviewSource {
  return {
    host: 'agent',
    agentId: run.agentId,
    controllerId: run.controllerId,
    sessionId: run.sessionId,
    runId: run.id,
    toolCallId: call.toolCallId,
    threadId: run.threadId,
    modeId: run.options.modeId ?? null,
  };
}
