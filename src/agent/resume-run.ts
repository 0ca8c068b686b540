import {
  AbortedError,
  type CallRecord,
  type Change,
  closeReview,
  decideReview,
  type ReviewRecord,
  type RunRecord,
  retryOnConflict,
  toJsonValue,
  type WaitingCall,
} from '../core/index.ts';
import type { ResumeOptions } from './agent-options.ts';
import { type AnswerChanges, answerApproval, answerPlan, answerQuestion, claimChange } from './answer-changes.ts';
import { checkApproval, checkDecidable, checkDecision, checkQuestionAnswer, findTool } from './check-answer.ts';
import { continueRun } from './continue-run.ts';
import { type AnswerKind, findReview, findWaitingCall, readOwnRun } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';
import type { RunOutput } from './run-output.ts';

/** Options of an answer. */
export interface AnswerOptions extends ResumeOptions {
  /** Default `any`. */
  readonly kind?: AnswerKind;
}

/**
 * Answers a waiting call and lets its run go on: decision, claim and delivery in one transaction.
 *
 * @returns the output of the next leg, at once; it fills by itself.
 * @throws a typed error when it cannot be answered; nothing was claimed and the call still waits.
 */
export async function resumeRun(parts: AgentParts, data: unknown, options: AnswerOptions): Promise<RunOutput> {
  // A conflict means that another answer came first: to this call, which the next reading tells, or to another one.
  return retryOnConflict(async () => {
    const run = await readOwnRun(parts.storage, parts.id, options.runId);
    const [calls, rows] = await Promise.all([parts.storage.getCalls(run.id), parts.storage.getMessages(run.id)]);
    const asked = { toolCallId: options.toolCallId, kind: options.kind ?? 'any' };
    const call = await findWaitingCall(parts.storage, { run, calls }, asked);
    const answer = await readAnswer(parts, { run, calls, call, options }, data);
    if (options.abortSignal?.aborted === true) throw new AbortedError({ what: `The answer to run "${run.id}"` });
    const claimed = claimChange(parts, run, { set: answer.set, maxSteps: options.maxSteps });
    await parts.storage.commit([claimed.change, ...answer.changes]);
    return continueRun(parts, claimed.run, { rows, calls, answer, call, options });
  });
}

interface Waiting {
  readonly run: RunRecord;
  readonly calls: readonly CallRecord[];
  readonly call: WaitingCall;
  readonly options: ResumeOptions;
}

async function readAnswer(parts: AgentParts, waiting: Waiting, data: unknown): Promise<AnswerChanges> {
  const { call } = waiting;
  if (call.state.for === 'approval') return answerApproval(call, await checkApproval(data, call.toolName));
  const tool = findTool(parts, call);
  if (tool.planSubmission !== undefined) return readPlanAnswer(parts, waiting, data);
  return answerQuestion(call, toJsonValue(await checkQuestionAnswer(tool, data)));
}

async function readPlanAnswer(
  parts: AgentParts,
  { run, calls, call, options }: Waiting,
  data: unknown,
): Promise<AnswerChanges> {
  const tool = findTool(parts, call);
  const decision = await checkDecision(data, call.toolName);
  const found = await findReview(parts.storage, call);
  if (found === null) return answerPlan(decision, tool, { run, calls, call, plan: { path: '', revision: 1 } });
  await checkDecidable(parts, found, decision);
  const { review } = found;
  const answer = answerPlan(decision, tool, { run, calls, call, plan: review });
  const at = parts.now();
  const decided = decideReview({
    review,
    decision,
    by: { name: null, assurance: 'program', surface: 'library' },
    named: options.toolCallId !== undefined || decision.planSha256 !== undefined || decision.revision !== undefined,
    decisionId: parts.generateId('decision'),
    deliveryId: parts.generateId('delivery'),
    at,
    dueAt: at,
    isDelivered: true,
  });
  const closed = decision.stop === true ? await closeOtherReviews(parts, review, at) : [];
  return { ...answer, changes: [...answer.changes, ...decided.changes, ...closed] };
}

/** A stop ends the run: its other plans can no longer be decided. */
export async function closeOtherReviews(
  parts: AgentParts,
  decided: ReviewRecord,
  at: string,
): Promise<readonly Change[]> {
  const { items } = await parts.storage.listReviews({ runId: decided.source.runId ?? '', status: ['waiting'] });
  return items.filter(({ id }) => id !== decided.id).map((review) => closeReview(review, 'aborted', { at }));
}
