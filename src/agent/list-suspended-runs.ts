import { type CallRecord, isWaiting, type JsonValue, type Page, type WaitingCall } from '../core/index.ts';
import type { AgentParts } from './leg.ts';

/** Filters of `listSuspendedRuns`. */
export interface SuspendedRunFilter extends Page {
  readonly threadId?: string | undefined;
  readonly resourceId?: string | undefined;
  /** Of `suspendedAt`; both ends included. */
  readonly fromDate?: Date | string | undefined;
  readonly toDate?: Date | string | undefined;
}

/** A call that waits, as listed. */
export interface SuspendedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonValue;
  /** Whether it waits for an approval to run, rather than for an answer to a question of its own. */
  readonly requiresApproval: boolean;
  readonly suspendPayload?: JsonValue;
}

/** A run that rests, as listed. */
export interface SuspendedRun {
  readonly runId: string;
  readonly status: 'suspended';
  readonly threadId?: string;
  readonly resourceId?: string;
  readonly suspendedAt: string;
  readonly toolCalls: readonly SuspendedCall[];
}

/** The runs of this agent that wait for an answer, newest first. */
export async function listSuspendedRuns(
  parts: AgentParts,
  filter: SuspendedRunFilter,
): Promise<{ readonly runs: readonly SuspendedRun[]; readonly total: number }> {
  const { items, total } = await parts.storage.listRuns({
    agentId: parts.id,
    status: ['suspended'],
    threadId: filter.threadId,
    resourceId: filter.resourceId,
    fromDate: toIso(filter.fromDate),
    toDate: toIso(filter.toDate),
    page: filter.page,
    perPage: filter.perPage,
  });
  const calls = await parts.storage.getCalls(items.map(({ id }) => id));
  const waiting = Map.groupBy(calls.filter(isWaiting), ({ runId }) => runId);
  const runs = items.map((run) => ({
    runId: run.id,
    status: 'suspended' as const,
    ...(run.threadId === null ? {} : { threadId: run.threadId }),
    ...(run.resourceId === null ? {} : { resourceId: run.resourceId }),
    suspendedAt: run.suspendedAt ?? run.updatedAt,
    toolCalls: (waiting.get(run.id) ?? []).map(toSuspendedCall),
  }));
  return { runs, total };
}

function toSuspendedCall(call: WaitingCall & CallRecord): SuspendedCall {
  const { toolCallId, toolName, args, state } = call;
  const listed = { toolCallId, toolName, args, requiresApproval: state.for === 'approval' };
  return state.for === 'answer' ? { ...listed, suspendPayload: state.suspendPayload } : listed;
}

function toIso(date: Date | string | undefined): string | undefined {
  return date instanceof Date ? date.toISOString() : date;
}
