import * as v from 'valibot';
import {
  type AnySchema,
  assertDecidable,
  checkAgainst,
  type Decision,
  decisionSchema,
  InvalidResumeDataError,
  PlanChangedError,
  PlanUnreadableError,
  type ReviewRecord,
  ToolNotFoundError,
  type WaitingCall,
} from '../core/index.ts';
import type { AnyTool } from '../tools/index.ts';
import type { findReview } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';

/** What a call that waits for an approval can be told. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly reason?: string | undefined;
}

const approvalSchema: AnySchema<unknown, ApprovalAnswer> = v.object({
  approved: v.boolean('must be true or false'),
  reason: v.optional(v.string()),
});

/** The tool of a waiting call. @throws {ToolNotFoundError} this agent has no such tool; the call still waits. */
export function findTool(parts: AgentParts, call: WaitingCall): AnyTool {
  const tool = parts.tools.find(call.toolName);
  if (tool === undefined) throw new ToolNotFoundError({ toolName: call.toolName, runId: call.runId });
  return tool;
}

/** @throws {InvalidResumeDataError} nothing is claimed. */
async function checkAnswer<T>(schema: AnySchema<unknown, T>, data: unknown, toolName: string): Promise<T> {
  const checked = await checkAgainst(schema, data);
  if (!checked.isValid) throw new InvalidResumeDataError({ toolName, issues: checked.issues });
  return checked.value;
}

/** Reads a decision on a plan, or an approval of a call. */
export async function checkDecision(data: unknown, toolName: string): Promise<Decision> {
  return checkAnswer(decisionSchema, data, toolName);
}

/** @throws {InvalidResumeDataError} nothing is claimed. */
export async function checkApproval(data: unknown, toolName: string): Promise<ApprovalAnswer> {
  return checkAnswer(approvalSchema, data, toolName);
}

/** @throws {InvalidResumeDataError} the tool's own schema does not take it; without one every answer but `undefined` is taken. */
export async function checkQuestionAnswer(tool: AnyTool, data: unknown): Promise<unknown> {
  if (tool.resumeSchema !== undefined) return checkAnswer(tool.resumeSchema, data, tool.id);
  if (data === undefined)
    throw new InvalidResumeDataError({ toolName: tool.id, issues: [{ path: '', message: 'no answer was given' }] });
  return data;
}

/**
 * Checks that the decision can be taken on the plan as it stands now.
 *
 * @throws {AlreadyDecidedError | ReviewClosedError | PlanChangedError | InvalidInputError} nothing is claimed.
 */
export async function checkDecidable(
  parts: AgentParts,
  found: NonNullable<Awaited<ReturnType<typeof findReview>>>,
  decision: Decision,
): Promise<void> {
  const { review, standing, undoUntil } = found;
  assertDecidable(review, decision, standing === null ? null : { decision: standing, undoUntil });
  if (decision.action === 'approved') await checkUnchanged(parts, review);
}

/** @throws {PlanChangedError} the plan's file is not what was read at submission. Without a plan folder nothing is compared. */
export async function checkUnchanged(parts: AgentParts, review: ReviewRecord): Promise<void> {
  if (parts.plans === undefined || review.planSha256 === null) return;
  const foundSha256 = await parts.plans.read(review.path).then(
    (plan) => plan.planSha256,
    (error: unknown) => {
      if (error instanceof PlanUnreadableError) return null;
      throw error;
    },
  );
  if (foundSha256 !== review.planSha256)
    throw new PlanChangedError({ path: review.path, reviewedSha256: review.planSha256, foundSha256 });
}
