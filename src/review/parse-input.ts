import * as v from 'valibot';
import {
  type AnySchema,
  checkAgainst,
  type Decision,
  type DecisionAuthor,
  InvalidInputError,
  type ReviewComment,
  reviewCommentSchema,
  strictDecisionSchema,
} from '../core/index.ts';

/** The longest hold of a decision: {@link parseHold}. */
const maxHoldMs = 30_000;

/** What a reviewer has typed, checked. */
export interface DraftInput {
  readonly reviewer: string;
  readonly text: string;
  readonly comments?: readonly ReviewComment[] | undefined;
}

const authorSchema: v.GenericSchema<unknown, DecisionAuthor> = v.object({
  name: v.nullable(v.string()),
  assurance: v.picklist(['authenticated', 'local', 'program', 'rule']),
  surface: v.pipe(v.string(), v.minLength(1, 'must name the surface')),
});

const draftSchema: v.GenericSchema<unknown, DraftInput> = v.object({
  reviewer: v.pipe(v.string(), v.minLength(1, 'must name the reviewer')),
  text: v.string(),
  comments: v.optional(v.array(reviewCommentSchema)),
});

/** @throws {InvalidInputError} it is no decision; unknown keys are refused too. */
export function parseDecision(value: unknown): Promise<Decision> {
  return parse('The decision', strictDecisionSchema, value);
}

/** @throws {InvalidInputError} it does not say who decides. */
export function parseAuthor(value: unknown): Promise<DecisionAuthor> {
  return parse('The author of the decision', authorSchema, value);
}

/** @throws {InvalidInputError} it is no draft. */
export function parseDraft(value: unknown): Promise<DraftInput> {
  return parse('The draft', draftSchema, value);
}

/** @throws {InvalidInputError} it is no whole number of milliseconds from 0 to 30,000. */
export function parseHold(holdMs: number): number {
  if (Number.isInteger(holdMs) && holdMs >= 0 && holdMs <= maxHoldMs) return holdMs;
  const message = `is ${holdMs}; it must be a whole number of milliseconds from 0 to ${maxHoldMs}`;
  throw new InvalidInputError({ what: 'The hold of a decision', issues: [{ path: 'holdMs', message }] });
}

async function parse<T>(what: string, schema: AnySchema<unknown, T>, value: unknown): Promise<T> {
  const checked = await checkAgainst(schema, value);
  if (checked.isValid) return checked.value;
  throw new InvalidInputError({ what, issues: checked.issues });
}
