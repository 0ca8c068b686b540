import type { JsonObject, JsonValue } from './json.ts';
import type { ToolOutput } from './message.ts';

/** How a settled call ended, as the model reads it. */
export type CallOutcome =
  /** the tool ran and gave a result */
  | 'result'
  /** it threw, or there is no such tool */
  | 'error'
  /** its arguments did not fit; it never ran */
  | 'invalid'
  /** a person declined it, or a rejected plan left it unrun; it never ran */
  | 'denied';

/** Where a tool call stands: the journal that keeps a settled call from running again. */
export type CallState =
  | { readonly status: 'prepared'; readonly approved: boolean }
  | { readonly status: 'waiting'; readonly for: 'approval' }
  | {
      readonly status: 'waiting';
      readonly for: 'answer';
      readonly suspendPayload: JsonValue;
      /** JSON Schema of the answer, as a string; `null` without one. */
      readonly resumeSchema: string | null;
    }
  | {
      readonly status: 'running';
      readonly resumeData?: JsonValue | undefined;
      readonly suspendPayload?: JsonValue | undefined;
      /** A person said that it may run again, after a crash that left its outcome unknown; good for one more start. */
      readonly isRetry?: true | undefined;
    }
  | {
      readonly status: 'settled';
      readonly outcome: CallOutcome;
      /** What the `tool-result` chunk carries; the message of an error; the reason of a denial. */
      readonly result: JsonValue;
      /** What the model reads. */
      readonly output: ToolOutput;
    };

/** The tag of {@link CallState}. */
export type CallStatus = CallState['status'];

/** One tool call of a run, one row. */
export interface CallRecord {
  readonly runId: string;
  /** Unique in its run: an id that a model uses twice is given a suffix when it is read. */
  readonly toolCallId: string;
  /** The model call that asked for it, from 1, and its place among that step's calls, from 0. */
  readonly step: number;
  readonly position: number;
  /** The id of the tool, or the name the model used for a tool that does not exist. */
  readonly toolName: string;
  readonly args: JsonValue;
  /** Whether the tool takes a plan: its answer is a decision on a review. */
  readonly isPlan: boolean;
  /** Whether running it again after a crash does no harm. */
  readonly isIdempotent: boolean;
  readonly providerMetadata?: JsonObject | undefined;
  readonly state: CallState;
}

/** A call that waits. */
export type WaitingCall = CallRecord & { readonly state: Extract<CallState, { status: 'waiting' }> };

/** A call with its result. */
export type SettledCall = CallRecord & { readonly state: Extract<CallState, { status: 'settled' }> };

export function isWaiting(call: CallRecord): call is WaitingCall {
  return call.state.status === 'waiting';
}

export function isSettled(call: CallRecord): call is SettledCall {
  return call.state.status === 'settled';
}
