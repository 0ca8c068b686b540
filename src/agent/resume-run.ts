import {
  AbortedError,
  type CallRecord,
  type Change,
  closeReview,
  ConflictError,
  decideReview,
  type ReviewRecord,
  type RunRecord,
  type WaitingCall,
  toJsonValue,
} from '../core/index.ts';
import type { ResumeOptions } from './agent-options.ts';
import { answerApproval, type AnswerChanges, answerPlan, answerQuestion, claimChange } from './answer-changes.ts';
import { checkApproval, checkDecidable, checkDecision, checkQuestionAnswer, findTool } from './check-answer.ts';
import { continueRun } from './continue-run.ts';
import { type AnswerKind, findReview, findWaitingCall, readOwnRun } from './find-waiting-call.ts';
import type { AgentParts } from './leg.ts';
import type { RunOutput } from './run-output.ts';

const maxTries = 5;

/**
 * Answers a waiting call and lets its run go on: decision, claim and delivery in one transaction.
 *
 * @returns the output of the next leg, at once; it fills by itself.
 * @throws a typed error when it cannot be answered; nothing was claimed and the call still waits.
 */
export async function resumeRun(parts: AgentParts, data: unknown, options: ResumeOptions, kind: AnswerKind = 'any'): Promise<RunOutput> {
  for (let tries = 1; ; tries += 1) {
    const run = await readOwnRun(parts.storage, parts.id, options.runId);
    const [calls, rows] = await Promise.all([parts.storage.getCalls(run.id), parts.storage.getMessages(run.id)]);
    const call = await findWaitingCall(parts.storage, run, calls, { toolCallId: options.toolCallId, kind });
    const answer = await readAnswer(parts, { run, calls, call }, data, options);
    if (options.abortSignal?.aborted === true) throw new AbortedError({ what: `The answer to run "${run.id}"` });
    const claimed = claimChange(parts, run, answer.set, options.maxSteps);
    try {
      await parts.storage.commit([claimed.change, ...answer.changes]);
    } catch (error) {
      // Another answer came first: to this call, which the next reading tells, or to another one, and this one still stands.
      if (error instanceof ConflictError && tries < maxTries) continue;
      throw error;
    }
    return continueRun(parts, claimed.run, { rows, calls, answer, call, options });
  }
}

interface Waiting {
  readonly run: RunRecord;
  readonly calls: readonly CallRecord[];
  readonly call: WaitingCall;
}

async function readAnswer(parts: AgentParts, waiting: Waiting, data: unknown, options: ResumeOptions): Promise<AnswerChanges> {
  const { call } = waiting;
  if (call.state.for === 'approval') return answerApproval(call, await checkApproval(data, call.toolName));
  const tool = findTool(parts, call);
  if (tool.planSubmission !== undefined) return readPlanAnswer(parts, waiting, data, options);
  return answerQuestion(call, toJsonValue(await checkQuestionAnswer(tool, data)));
}

async function readPlanAnswer(parts: AgentParts, { run, calls, call }: Waiting, data: unknown, options: ResumeOptions): Promise<AnswerChanges> {
  const tool = findTool(parts, call);
  const decision = await checkDecision(data, call.toolName);
  const found = await findReview(parts.storage, call);
  if (found === null) return answerPlan(call, tool, decision, { run, calls, plan: { path: '', revision: 1 } });
  await checkDecidable(parts, found, decision);
  const { review } = found;
  const answer = answerPlan(call, tool, decision, { run, calls, plan: review });
  const at = parts.now();
  const decided = decideReview({
    review,
    decision,
    by: { name: null, assurance: 'program', surface: 'library' },
    named: options.toolCallId !== undefined || decision.planSha256 !== undefined || decision.revision !== undefined,
    decisionId: parts.generateId(),
    deliveryId: parts.generateId(),
    at,
    dueAt: at,
    isDelivered: true,
  });
  const closed = decision.stop === true ? await closeOtherReviews(parts, run, review, at) : [];
  return { ...answer, changes: [...answer.changes, ...decided.changes, ...closed] };
}

/** A stop ends the run: its other plans can no longer be decided. */
export async function closeOtherReviews(parts: AgentParts, run: RunRecord, decided: ReviewRecord, at: string): Promise<readonly Change[]> {
  const { items } = await parts.storage.listReviews({ runId: run.id, status: ['waiting'] });
  return items.filter(({ id }) => id !== decided.id).map((review) => closeReview(review, 'aborted', at));
}
