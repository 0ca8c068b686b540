import type {
  Assurance,
  ClosedReason,
  DeliveryStatus,
  ErrorCode,
  ReviewStatus,
  RunStatus,
  StandingDecision,
  ValidationIssue,
} from '../core/index.ts';
import type { PlanDiff } from '../plans/index.ts';

/** Codes of refusals that the HTTP door itself gives, before a review host is asked. */
export type DoorCode =
  | 'HOST_NOT_ALLOWED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'NOT_SIGNED_IN'
  | 'WRONG_TOKEN'
  | 'HEADER_MISSING'
  | 'JSON_ONLY'
  | 'INVALID_JSON'
  | 'BODY_TOO_LARGE'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'PAGE_NOT_BUILT'
  | 'INTERNAL';

/** The body of every answer that is not a success. Fields beside these are those of the error with that code. */
export interface ErrorBody {
  readonly error: {
    readonly code: ErrorCode | DoorCode;
    readonly message: string;
    /** With `ALREADY_DECIDED`. */
    readonly decision?: StandingDecision;
    readonly undoUntil?: string | null;
    /** With `REVIEW_CLOSED`. */
    readonly replacedBy?: string | null;
    readonly reason?: string;
    /** With `INVALID_INPUT`. */
    readonly issues?: readonly ValidationIssue[];
  };
}

/** The decision that stands on a review. */
export interface WireDecision {
  readonly action: 'approved' | 'rejected';
  readonly stop: boolean;
  readonly feedback: string | null;
  readonly by: string | null;
  readonly assurance: Assurance;
  readonly surface: string;
  readonly decidedAt: string;
}

/** Where the way of a decision to its agent stands. */
export interface WireDelivery {
  readonly status: DeliveryStatus;
  readonly dueAt: string;
  readonly deliveredAt: string | null;
  readonly attempts: number;
  readonly reason: string | null;
}

/** A review in a list. Titles, paths and names are made for showing: control and direction characters stand as marks. */
export interface ReviewItem {
  readonly id: string;
  readonly planId: string;
  readonly revision: number;
  readonly title: string | null;
  readonly path: string;
  /** The agent that submitted it; `null` where only the kind of program is known. */
  readonly agent: string | null;
  /** The kind of program that submitted it: `agent`, `shell`, or an adapter's name. */
  readonly host: string;
  readonly status: ReviewStatus;
  readonly closedReason: ClosedReason | null;
  readonly replacedBy: string | null;
  readonly planSha256: string | null;
  readonly submittedAt: string;
  readonly expiresAt: string | null;
  readonly decision: WireDecision | null;
  readonly delivery: WireDelivery | null;
  readonly undoUntil: string | null;
}

/** Answer of `GET /api/reviews`. */
export interface ReviewList {
  /** Newest submission first. */
  readonly waiting: readonly ReviewItem[];
  /** How many wait in all. */
  readonly waitingTotal: number;
  /** The last reviews that are decided or closed, one a plan, without plans that wait again. */
  readonly recent: readonly ReviewItem[];
  readonly reviewer: string;
  /** The server's clock, for undo bars on machines whose clock differs. ISO 8601, UTC. */
  readonly now: string;
}

/** A heading of the plan. */
export interface OutlineEntry {
  readonly level: number;
  readonly text: string;
  /** The id of the heading in the rendered plan. */
  readonly anchor: string;
}

/** What a reviewer has typed and not sent. */
export interface WireDraft {
  readonly text: string;
  readonly savedAt: string;
}

/** Answer of `GET /api/reviews/:id`. */
export interface ReviewView extends ReviewItem {
  /** The plan as HTML that holds nothing of its author's HTML; `null` where nobody could read the plan. */
  readonly html: string | null;
  readonly outline: readonly OutlineEntry[];
  /** The plan's lines, made for showing. */
  readonly sourceLines: readonly string[] | null;
  readonly fileState: 'same' | 'changed' | 'missing' | 'unseen';
  /** All submissions of this plan, oldest first. */
  readonly revisions: readonly ReviewItem[];
  readonly draft: WireDraft | null;
  readonly runStatus: RunStatus | null;
  readonly now: string;
}

/** Answer of `GET /api/reviews/:id?known=SHA256` where that is the text: everything but the text. */
export type ReviewUpdate = Omit<ReviewView, 'html' | 'outline' | 'sourceLines'> & { readonly isTextKnown: true };

/** Answer of `GET /api/reviews/:id/diff`. */
export interface DiffView {
  readonly base: { readonly id: string; readonly revision: number; readonly submittedAt: string } | null;
  readonly diff: PlanDiff | null;
}
