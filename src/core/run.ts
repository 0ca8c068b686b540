import type { JsonObject } from './json.ts';
import { RunNotSuspendedError } from './run-errors.ts';
import type { Usage } from './usage.ts';

/** Where a run stands. `interrupted`: its process died in a call whose outcome is unknown. */
export type RunStatus = 'running' | 'suspended' | 'finished' | 'failed' | 'aborted' | 'interrupted';

/** The statuses in which nothing will happen any more. */
export const endedStatuses: readonly RunStatus[] = ['finished', 'failed', 'aborted'];

/** Which process works on a run. */
export interface ClaimOwner {
  readonly host: string;
  readonly pid: number;
  /** When that process started, as the system tells it; `null` where the system does not tell. */
  readonly processStart: string | null;
}

/** The right to work on a run. Every write of a loop compares `token`. */
export interface Claim {
  /** Grows by one at each claim of the run: the fencing token. */
  readonly token: number;
  readonly owner: ClaimOwner;
  /** ISO 8601, UTC. */
  readonly leaseUntil: string;
}

/** What the first call said and every resume must keep. Holds no function, client or secret. */
export interface RunOptions {
  readonly instructions?: string | undefined;
  /** Ids of the tools this run may use; absent: all. */
  readonly activeTools?: readonly string[] | undefined;
  readonly modelSettings?: JsonObject | undefined;
  readonly providerOptions?: JsonObject | undefined;
  readonly toolChoice?: JsonObject | string | undefined;
  /** Model calls between two answers to a plan; default 5. */
  readonly maxSteps?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly requireToolApproval?: boolean | undefined;
  readonly modeId?: string | undefined;
}

/** A run as stored. Its messages and calls are rows of their own. */
export interface RunRecord {
  readonly id: string;
  readonly agentId: string;
  readonly controllerId: string | null;
  readonly sessionId: string | null;
  readonly threadId: string | null;
  readonly resourceId: string | null;
  readonly status: RunStatus;
  /** Grows by one at each save, from 1. */
  readonly version: number;
  /** The last fencing token given out, from 1. */
  readonly token: number;
  /** Who works on it; `null` while it rests. */
  readonly claim: Claim | null;
  /** Model calls made so far. */
  readonly step: number;
  /** The value of `step` when the last plan was answered: the step limit counts from there. */
  readonly stepBase: number;
  readonly usage: Usage;
  /** Why it failed or was aborted. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly suspendedAt: string | null;
  readonly options: RunOptions;
}

/** The fields of a run that a save may set; `claim: null` gives the run back. */
export type RunPatch = Partial<
  Pick<RunRecord, 'status' | 'token' | 'claim' | 'step' | 'stepBase' | 'usage' | 'error' | 'updatedAt' | 'suspendedAt'>
>;

/**
 * Takes a suspended run for one caller, on paper: no I/O.
 *
 * @throws {RunNotSuspendedError} it does not rest.
 */
export function claimSuspendedRun(run: RunRecord, claim: Omit<Claim, 'token'>): RunPatch {
  if (run.status !== 'suspended') throw new RunNotSuspendedError({ runId: run.id, status: run.status });
  return takeOver(run, claim);
}

/** Takes a run whose process is gone. The caller has made sure of that. */
export function takeOver(run: RunRecord, claim: Omit<Claim, 'token'>): RunPatch {
  return { status: 'running', token: run.token + 1, claim: { token: run.token + 1, ...claim }, suspendedAt: null };
}

/** Ends a run for everyone: the token moves on, so a loop that still works on it is fenced off. */
export function endRun(run: RunRecord, status: 'aborted' | 'failed' | 'interrupted', error: string | null): RunPatch {
  return { status, token: run.token + 1, claim: null, error, suspendedAt: null };
}
