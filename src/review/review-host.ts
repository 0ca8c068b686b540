import type {
  Decision,
  DecisionAuthor,
  DecisionRecord,
  DeliveryRecord,
  DraftRecord,
  Listing,
  Page,
  PlanSnapshot,
  ResumableAgent,
  ReviewComment,
  ReviewRecord,
  ReviewStatus,
  RunStatus,
} from '../core/index.ts';
import type { PlanDiff } from '../plans/index.ts';

/** A review in a list. */
export interface ReviewSummary {
  readonly review: ReviewRecord;
  /** The decision that stands; `null` while it waits. */
  readonly decision: DecisionRecord | null;
  readonly delivery: DeliveryRecord | null;
  /**
   * Until when the standing decision is held and can be undone (ISO 8601, UTC); `null` when it cannot. One whose delivery
   * was `refused` can be undone at any time.
   */
  readonly undoUntil: string | null;
}

/**
 * How the plan's file stands to the reviewed bytes: `same`, `changed`, `missing` (or no longer readable as a plan), or
 * `unseen` where this host cannot see the file.
 */
export type PlanFileState = 'same' | 'changed' | 'missing' | 'unseen';

/** A review with everything a reviewer needs. */
export interface ReviewDetail extends ReviewSummary {
  /** The plan as submitted; `null` where nobody could read it. */
  readonly text: string | null;
  readonly file: { readonly state: PlanFileState; readonly sha256: string | null };
  /** All submissions of this plan, oldest first, this one among them. */
  readonly revisions: readonly ReviewSummary[];
  readonly drafts: readonly DraftRecord[];
  /** The run that waits; `null` for a plan without one. */
  readonly run: { readonly id: string; readonly agentId: string; readonly status: RunStatus } | null;
}

/** Options of {@link ReviewHost.decide}. */
export interface DecideOptions {
  readonly by: DecisionAuthor;
  /** How long its author may undo it before it is delivered, in milliseconds, 0 to 30,000. Default 0. */
  readonly holdMs?: number | undefined;
}

/** Options of {@link ReviewHost.submit}. */
export interface SubmitOptions {
  /** What kind of program submits: `shell`, or an adapter's name. */
  readonly host: string;
  /** Groups the submissions of one conversation into one plan. Default: the plan folder's root. */
  readonly sessionId?: string | undefined;
}

/** Options of {@link ReviewHost.waitForDecision}. */
export interface WaitOptions {
  /** Default: no end. */
  readonly timeoutMs?: number | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

/**
 * Shows waiting plans, takes one decision each, and brings it to whoever can go on.
 *
 * Every method rejects with a `ReviewNotFoundError` for an unknown id and with a storage error when the storage cannot work.
 */
export interface ReviewHost {
  /** Newest submission first; by default only those that wait. */
  list(
    filter?: Page & { readonly status?: readonly ReviewStatus[] | undefined; readonly planId?: string | undefined },
  ): Promise<Listing<ReviewSummary>>;

  /**
   * Everything about one review. The first look at a plan that nobody has read yet takes its snapshot, when this host has
   * a plan folder that holds it.
   *
   * @param reviewId - whole, or its beginning where that names one review.
   */
  get(reviewId: string): Promise<ReviewDetail>;

  /**
   * What changed from another revision of the same plan to this one.
   *
   * @param options.base - the review to compare with; default: the revision before. `null` in the answer where there is none.
   */
  diff(
    reviewId: string,
    options?: { readonly base?: string | undefined },
  ): Promise<{ readonly base: ReviewRecord | null; readonly diff: PlanDiff | null }>;

  /**
   * Exactly what the agent's model would read.
   *
   * @throws {InvalidInputError} the decision does not parse, or its text is too long for one answer.
   */
  preview(reviewId: string, decision: Decision): Promise<string>;

  /**
   * Keeps what a reviewer has typed, until it is sent. Empty text and no comments remove the draft. Sending a decision
   * leaves drafts where they are, so that an undo finds them again; a new revision takes them along.
   *
   * @returns the draft as kept; `null` when it was removed.
   * @throws {AlreadyDecidedError} somebody decided meanwhile; nothing was kept or removed.
   * @throws {ReviewClosedError} the submission was replaced, aborted or expired; `replacedBy` names where to save it now.
   * @throws {InvalidInputError} no reviewer is named, or a comment does not parse.
   */
  saveDraft(
    reviewId: string,
    draft: {
      readonly reviewer: string;
      readonly text: string;
      readonly comments?: readonly ReviewComment[] | undefined;
    },
  ): Promise<DraftRecord | null>;

  /**
   * Records a decision and, once its hold is over, delivers it. Without a hold, on a started host with the agent attached,
   * the first attempt to deliver is made before this settles; whether it worked stands in `delivery`, and no failure of
   * it is thrown: the decision stands and is delivered later.
   *
   * @throws {AlreadyDecidedError} somebody decided first; carries what stands.
   * @throws {ReviewClosedError} the submission was replaced, aborted or expired.
   * @throws {PlanChangedError} an approval, and the file or the named digest differ from what was reviewed.
   * @throws {PlanNotReadError} an approval of a plan nobody has read.
   * @throws {InvalidInputError} the decision does not parse, or its text is too long for one answer; nothing was decided.
   */
  decide(reviewId: string, decision: Decision, options: DecideOptions): Promise<ReviewSummary>;

  /**
   * Takes back a decision that is held and not yet delivered, or whose delivery was refused; the review waits again.
   *
   * @throws {DecisionNotUndoableError} it was delivered, its hold is over, there is none, or its run has ended.
   */
  undo(reviewId: string): Promise<ReviewSummary>;

  /**
   * Reads the plan's file again. Changed text closes this review as `replaced` and opens the next revision on the same
   * waiting call, with the drafts. Unchanged text changes nothing. A plan that nobody has read gets its first reading.
   *
   * A decision whose delivery was refused is undone with it, so that the review (or its next revision) waits again.
   *
   * @returns the review that waits now.
   * @throws {PlanUnreadableError} the file is gone or unreadable; the review stays as it is.
   * @throws {AlreadyDecidedError} a decision stands that was delivered, or is on its way.
   * @throws {ReviewClosedError} the submission was replaced, aborted or expired.
   * @throws {ConfigurationError} the plan has no file, or this host sees no folder that holds it.
   */
  reread(reviewId: string): Promise<ReviewSummary>;

  /**
   * Puts a file up for review, without a run: for agents that only have a shell. The same bytes that already wait, or
   * whose answer nobody has fetched yet, are not put up twice: that review is returned. Other bytes take the place of
   * those that wait, with the drafts, as the plan's next revision.
   *
   * @throws {PlanUnreadableError} it is no readable plan; nothing waits.
   * @throws {ConfigurationError} this host has no plan folder.
   */
  submit(path: string, options: SubmitOptions): Promise<ReviewSummary>;
  /** The same for text that has no file. */
  submitText(plan: Omit<PlanSnapshot, 'planSha256'>, options: SubmitOptions): Promise<ReviewSummary>;

  /**
   * Settles when the review is decided (its hold over), closed, or the time is up or aborted: look at what it returns. It
   * does not follow `replacedBy`. It keeps the process alive.
   *
   * For a plan without a run this is the delivery: it is marked `delivered`, or, when the file of an approved plan
   * changed meanwhile, `refused` with a `reason` that begins with `PLAN_CHANGED`.
   */
  waitForDecision(reviewId: string, options?: WaitOptions): Promise<ReviewSummary>;

  /** Calls the listener soon after anything changed, in this process or another. @returns a function that ends it. */
  watch(listener: () => void): () => void;

  /**
   * Deliveries for this agent's id are made through it, from the next `start` or, when started, at once, after a
   * `recover` of its runs.
   *
   * @returns a function that detaches it.
   * @throws {ConfigurationError} another agent of this id is attached.
   */
  attach(agent: ResumableAgent): () => void;

  /**
   * Recovers the attached agents' runs, delivers what is due, and goes on doing so until {@link ReviewHost.stop}. Settles
   * after the first deliveries, not after the legs they set going. It keeps no process alive. Starting twice is allowed.
   */
  start(): Promise<void>;
  /**
   * Stops delivering and waits for deliveries under way, not for the legs that go on: see {@link ReviewHost.waitForLegs}.
   * What is undelivered waits for the next start.
   */
  stop(): Promise<void>;
  /** Settles once no run goes on that this host delivered to or recovered: each has ended or rests again. */
  waitForLegs(): Promise<void>;
}
