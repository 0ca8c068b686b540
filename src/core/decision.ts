import * as v from 'valibot';

/** How much a comment matters. */
export type CommentKind = 'must' | 'suggestion' | 'question';

/** A reviewer's comment on lines of one revision of a plan. */
export interface ReviewComment {
  /** Stable over revisions: `C1`, `C2`, … */
  readonly id: string;
  readonly kind: CommentKind;
  /** First and last line of the plan's source, counted from 1, both included; `null` for a comment on the whole plan. */
  readonly lines: readonly [number, number] | null;
  /** The commented text, exactly as it stands in those lines. */
  readonly quote?: string | undefined;
  /** The heading the lines stand under. */
  readonly heading?: string | undefined;
  readonly text: string;
  /** For a suggestion: what the quoted text should become. */
  readonly replacement?: string | undefined;
}

/**
 * What a reviewer answers to a submitted plan: the resume data of `submit_plan`.
 *
 * @see contract.md, "submitPlanTool"
 */
export interface Decision {
  readonly action: 'approved' | 'rejected';
  /** The reviewer's words, given to the model unchanged. Missing, empty and blank mean the same: none. */
  readonly feedback?: string | undefined;
  readonly comments?: readonly ReviewComment[] | undefined;
  /** Echoed for history replay, never sent to the model again. */
  readonly path?: string | undefined;
  readonly title?: string | undefined;
  readonly plan?: string | undefined;
  /** SHA-256 (lower-case hex) of the bytes the reviewer saw. An approval of other bytes is refused. */
  readonly planSha256?: string | undefined;
  /** The revision the reviewer saw, counted from 1. */
  readonly revision?: number | undefined;
  /** The mode an `AgentController` should go to, instead of the one its configuration names. */
  readonly mode?: string | undefined;
  /** With `rejected`: end the run; the model is not called again. */
  readonly stop?: boolean | undefined;
}

const sha256Schema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'));
const lineSchema = v.pipe(v.number(), v.integer(), v.minValue(1));

export const reviewCommentSchema: v.GenericSchema<unknown, ReviewComment> = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  kind: v.picklist(['must', 'suggestion', 'question']),
  lines: v.nullable(v.tuple([lineSchema, lineSchema])),
  quote: v.optional(v.string()),
  heading: v.optional(v.string()),
  text: v.string(),
  replacement: v.optional(v.string()),
});

const entries = {
  action: v.picklist(['approved', 'rejected'], "must be 'approved' or 'rejected'"),
  feedback: v.optional(v.string()),
  comments: v.optional(v.array(reviewCommentSchema)),
  path: v.optional(v.string()),
  title: v.optional(v.string()),
  plan: v.optional(v.string()),
  planSha256: v.optional(sha256Schema),
  revision: v.optional(lineSchema),
  mode: v.optional(v.string()),
  stop: v.optional(v.boolean()),
};

const stopNeedsRejection = "an approval cannot stop the run: send stop with { action: 'rejected' }";

/** Reads resume data; unknown keys are dropped. */
export const decisionSchema: v.GenericSchema<unknown, Decision> = v.pipe(
  v.object(entries),
  v.check((decision) => !(decision.action === 'approved' && decision.stop === true), stopNeedsRejection),
);

/** Reads a decision that came over HTTP; unknown keys are refused. */
export const strictDecisionSchema: v.GenericSchema<unknown, Decision> = v.pipe(
  v.strictObject(entries),
  v.check((decision) => !(decision.action === 'approved' && decision.stop === true), stopNeedsRejection),
);

/** Whether the reviewer wrote anything: blank feedback counts as none. */
export function hasFeedback(decision: Pick<Decision, 'feedback' | 'comments'>): boolean {
  return (decision.feedback ?? '').trim() !== '' || (decision.comments ?? []).length > 0;
}
