import { createHash } from 'node:crypto';
import {
  type CallRecord,
  type DecisionRecord,
  type DeliveryRecord,
  type DraftRecord,
  noUsage,
  type ReviewRecord,
  type ReviewSource,
  type RunRecord,
} from '../core/index.ts';

/** The time in records that name no other. */
export const builtAt = '2026-01-01T00:00:00.000Z';

/** A running run, `run-1` of agent `planner`, that nobody has claimed. */
export function buildRun(set: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'run-1',
    agentId: 'planner',
    controllerId: null,
    sessionId: null,
    threadId: 'thread-1',
    resourceId: null,
    status: 'running',
    version: 1,
    token: 1,
    claim: null,
    step: 0,
    stepBase: 0,
    usage: noUsage,
    error: null,
    createdAt: builtAt,
    updatedAt: builtAt,
    suspendedAt: null,
    options: {},
    ...set,
  };
}

/** A prepared call of `submit_plan`, `call-1` of `run-1`. */
export function buildCall(set: Partial<CallRecord> = {}): CallRecord {
  return {
    runId: 'run-1',
    toolCallId: 'call-1',
    step: 1,
    position: 0,
    toolName: 'submit_plan',
    args: { path: 'plan.md' },
    isPlan: true,
    isIdempotent: false,
    state: { status: 'prepared', approved: false },
    ...set,
  };
}

/** Where `review-1` came from: `call-1` of `run-1`. */
export function buildSource(set: Partial<ReviewSource> = {}): ReviewSource {
  return {
    host: 'agent',
    agentId: 'planner',
    controllerId: null,
    sessionId: null,
    runId: 'run-1',
    toolCallId: 'call-1',
    threadId: 'thread-1',
    modeId: null,
    ...set,
  };
}

/** A waiting review, `review-1`: the first revision of `plan-1`, which nobody has read. */
export function buildReview(set: Partial<ReviewRecord> = {}): ReviewRecord {
  return {
    id: 'review-1',
    planId: 'plan-1',
    revision: 1,
    status: 'waiting',
    closedReason: null,
    replacedBy: null,
    path: 'plan.md',
    root: null,
    title: null,
    planSha256: null,
    planBytes: null,
    source: buildSource(),
    submittedAt: builtAt,
    closedAt: null,
    expiresAt: null,
    ...set,
  };
}

/** A standing approval of `review-1`, `decision-1`. */
export function buildDecision(set: Partial<DecisionRecord> = {}): DecisionRecord {
  return {
    id: 'decision-1',
    reviewId: 'review-1',
    status: 'standing',
    planSha256: null,
    named: false,
    decision: { action: 'approved' },
    by: { name: null, assurance: 'program', surface: 'library' },
    decidedAt: builtAt,
    undoneAt: null,
    ...set,
  };
}

/** The pending delivery of `decision-1`, `delivery-1`. */
export function buildDelivery(set: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: 'delivery-1',
    decisionId: 'decision-1',
    reviewId: 'review-1',
    agentId: 'planner',
    runId: 'run-1',
    status: 'pending',
    dueAt: builtAt,
    attempts: 0,
    reason: null,
    deliveredAt: null,
    ...set,
  };
}

/** What `min` has typed about `review-1`. */
export function buildDraft(set: Partial<DraftRecord> = {}): DraftRecord {
  return { reviewId: 'review-1', reviewer: 'min', text: 'Not yet.', comments: [], savedAt: builtAt, ...set };
}

/** A plan's bytes and their digest. */
export function buildPlan(text: string): { readonly planSha256: string; readonly bytes: Uint8Array } {
  const bytes = new TextEncoder().encode(text);
  return { planSha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
