import type { CallRecord, CallState, CallStatus } from './call.ts';
import type { Message } from './message.ts';
import type {
  DecisionRecord,
  DeliveryPatch,
  DeliveryRecord,
  DeliveryStatus,
  DraftRecord,
  ReviewPatch,
  ReviewRecord,
  ReviewStatus,
} from './review.ts';
import type { RunPatch, RunRecord, RunStatus } from './run.ts';

/** What a save of a run expects to find. Every field that is given is compared. */
export interface RunExpectation {
  /** The fencing token of the claim under which the caller works: refused when another holds it, or nobody. */
  readonly token?: number | undefined;
  readonly version?: number | undefined;
  readonly status?: readonly RunStatus[] | undefined;
}

/**
 * One write. A commit is a list of them, applied in order, all or none, with one event a chain in the same transaction.
 * A change that meets something else than it expects refuses the whole commit with a `ConflictError`.
 */
export type Change =
  /** Refused when the id is taken. */
  | { readonly type: 'run-created'; readonly run: RunRecord }
  /** The run's `version` grows by one. `options`, when given, replaces the stored options. */
  | {
      readonly type: 'run-updated';
      readonly runId: string;
      readonly expect: RunExpectation;
      readonly set: RunPatch;
      readonly options?: RunRecord['options'] | undefined;
    }
  /** One row; `input` are the messages a caller gave, `step` what the model said in that step. */
  | {
      readonly type: 'messages-appended';
      readonly runId: string;
      readonly threadId: string | null;
      readonly origin: 'input' | 'step';
      readonly step: number;
      readonly messages: readonly Message[];
    }
  /** Drops the messages of a run that ended and belongs to no thread: nobody can go on with them. Its calls stay. */
  | { readonly type: 'messages-removed'; readonly runId: string }
  /** Refused when the run has a call of this id. */
  | { readonly type: 'call-created'; readonly call: CallRecord }
  | {
      readonly type: 'call-updated';
      readonly runId: string;
      readonly toolCallId: string;
      readonly expect: readonly CallStatus[];
      readonly state: CallState;
    }
  /** Stores a plan's bytes by their digest; known bytes are left as they are. */
  | { readonly type: 'plan-stored'; readonly planSha256: string; readonly bytes: Uint8Array }
  /** Refused when the plan has this revision already, the call a waiting review, or, without a call, the plan one. */
  | { readonly type: 'review-created'; readonly review: ReviewRecord }
  | {
      readonly type: 'review-updated';
      readonly reviewId: string;
      /** For the event chain. */
      readonly planId: string;
      readonly expect: { readonly status: readonly ReviewStatus[]; readonly planSha256?: string | null | undefined };
      readonly set: ReviewPatch;
    }
  /** Refused when a decision on this review stands. */
  | { readonly type: 'decision-recorded'; readonly planId: string; readonly decision: DecisionRecord }
  /** Refused unless that decision stands. */
  | { readonly type: 'decision-undone'; readonly planId: string; readonly decisionId: string; readonly at: string }
  | { readonly type: 'delivery-created'; readonly planId: string; readonly delivery: DeliveryRecord }
  | {
      readonly type: 'delivery-updated';
      readonly planId: string;
      readonly deliveryId: string;
      readonly expect: readonly DeliveryStatus[];
      readonly set: DeliveryPatch;
    }
  /** Overwrites the reviewer's draft of that review. */
  | { readonly type: 'draft-saved'; readonly planId: string; readonly draft: DraftRecord }
  | { readonly type: 'draft-removed'; readonly planId: string; readonly reviewId: string; readonly reviewer: string };
