import type { Decision, ReviewComment } from './decision.ts';

/** Where a review stands. A `decided` one may go back to `waiting` while its decision is held and undone. */
export type ReviewStatus = 'waiting' | 'decided' | 'closed';

/** Why a review was closed without a decision. */
export type ClosedReason = 'replaced' | 'aborted' | 'expired';

/** Where a plan came from. */
export interface ReviewSource {
  /** The kind of program that submitted it: `agent` (ours), `shell` (the command), or an adapter's name. */
  readonly host: string;
  readonly agentId: string | null;
  readonly controllerId: string | null;
  readonly sessionId: string | null;
  readonly runId: string | null;
  readonly toolCallId: string | null;
  readonly threadId: string | null;
  readonly modeId: string | null;
}

/** The plan's bytes as a reader found them. */
export interface PlanSnapshot {
  /** Relative to `root`, with `/`, as it is shown and compared. */
  readonly path: string;
  /** The absolute folder the file was read below; `null` for a plan without a file. */
  readonly root: string | null;
  readonly title: string | null;
  readonly planSha256: string;
  readonly bytes: Uint8Array;
}

/** One submission of a plan. The plan's text rests beside it, by its SHA-256. */
export interface ReviewRecord {
  readonly id: string;
  /** The chain this revision belongs to: same thread (or session, or run) and path. */
  readonly planId: string;
  /** Counted from 1 in its plan. */
  readonly revision: number;
  readonly status: ReviewStatus;
  readonly closedReason: ClosedReason | null;
  /** The review that replaced this one. */
  readonly replacedBy: string | null;
  readonly path: string;
  readonly root: string | null;
  readonly title: string | null;
  /** SHA-256 of the submitted bytes; `null` while nobody has read the file. */
  readonly planSha256: string | null;
  readonly planBytes: number | null;
  readonly source: ReviewSource;
  readonly submittedAt: string;
  readonly closedAt: string | null;
  /** When it expires, undecided: a refusal, never a decision. */
  readonly expiresAt: string | null;
}

/** The fields of a review that a save may set. */
export type ReviewPatch = Partial<
  Pick<
    ReviewRecord,
    | 'status'
    | 'closedReason'
    | 'replacedBy'
    | 'path'
    | 'root'
    | 'title'
    | 'planSha256'
    | 'planBytes'
    | 'closedAt'
    | 'expiresAt'
  >
>;

/**
 * How sure it is who decided: `authenticated` by a named login, `local` (somebody with this account: perhaps the agent
 * itself), `program` (code called the library), `rule` (no person at all).
 */
export type Assurance = 'authenticated' | 'local' | 'program' | 'rule';

/** Who decided, and by which surface. */
export interface DecisionAuthor {
  /** As shown, for example `min`; `null` where nobody said. */
  readonly name: string | null;
  readonly assurance: Assurance;
  /** `library`, `terminal`, `command`, `page` or an adapter's name. */
  readonly surface: string;
}

/** A decision as recorded. At most one a review stands. */
export interface DecisionRecord {
  readonly id: string;
  readonly reviewId: string;
  readonly status: 'standing' | 'undone';
  /** The bytes it is about; `null` where the caller named none (the documented `resumeStream` call). */
  readonly planSha256: string | null;
  /** Whether the caller named the revision or the digest it decided on. */
  readonly named: boolean;
  readonly decision: Decision;
  readonly by: DecisionAuthor;
  readonly decidedAt: string;
  readonly undoneAt: string | null;
}

/** Where the way of a decision back to its agent stands. */
export type DeliveryStatus = 'pending' | 'delivered' | 'refused' | 'undone';

/** The way of one decision back to its agent. */
export interface DeliveryRecord {
  readonly id: string;
  readonly decisionId: string;
  readonly reviewId: string;
  readonly agentId: string | null;
  readonly runId: string | null;
  readonly status: DeliveryStatus;
  /** Nobody delivers it before; until then its author may undo it. ISO 8601, UTC. */
  readonly dueAt: string;
  readonly attempts: number;
  /** Why it was refused or did not work the last time: an error code and its message. */
  readonly reason: string | null;
  readonly deliveredAt: string | null;
}

/** The fields of a delivery that a save may set. */
export type DeliveryPatch = Partial<Pick<DeliveryRecord, 'status' | 'attempts' | 'reason' | 'deliveredAt' | 'dueAt'>>;

/** What a reviewer has typed and not sent. */
export interface DraftRecord {
  readonly reviewId: string;
  readonly reviewer: string;
  readonly text: string;
  readonly comments: readonly ReviewComment[];
  readonly savedAt: string;
}

/** One entry of the append-only record. */
export interface EventRecord {
  /** The plan's id, or the run's id for what concerns no plan. */
  readonly chain: string;
  /** Its place in the chain, from 1. */
  readonly number: number;
  readonly at: string;
  /** The changes of one commit, each with its ids and the digest of what it holds. */
  readonly changes: readonly EventChange[];
  /** SHA-256 of the RFC 8785 form of `{ at, chain, changes, number, previous }`. */
  readonly hash: string;
  /** The hash of the entry before; `''` for the first. */
  readonly previous: string;
}

/** One change in an event: what happened to which record, and a digest of the content. */
export interface EventChange {
  readonly type: string;
  readonly id: string;
  readonly status?: string | undefined;
  readonly sha256?: string | undefined;
}
