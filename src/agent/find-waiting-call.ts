import {
  AlreadyDecidedError,
  type CallRecord,
  type DecisionRecord,
  isWaiting,
  type ReviewRecord,
  RunNotFoundError,
  RunNotSuspendedError,
  type RunRecord,
  type Storage,
  ToolCallAmbiguousError,
  ToolCallNotSuspendedError,
  toStandingDecision,
  type WaitingCall,
  WrongAgentError,
} from '../core/index.ts';

/** Which kind of waiting call is answered. */
export type AnswerKind = 'any' | 'approval';

/**
 * Reads a run for its agent.
 *
 * @throws {RunNotFoundError | WrongAgentError}
 */
export async function readOwnRun(storage: Storage, agentId: string, runId: string | undefined): Promise<RunRecord> {
  const run = typeof runId === 'string' && runId !== '' ? await storage.getRun(runId) : null;
  if (run === null) throw new RunNotFoundError({ runId });
  if (run.agentId !== agentId) throw new WrongAgentError({ runId: run.id, agentId: run.agentId, asked: agentId });
  return run;
}

/**
 * The call that an answer is meant for.
 *
 * @throws {AlreadyDecidedError | RunNotSuspendedError | ToolCallNotSuspendedError | ToolCallAmbiguousError}
 */
export async function findWaitingCall(
  storage: Storage,
  { run, calls }: { readonly run: RunRecord; readonly calls: readonly CallRecord[] },
  asked: { readonly toolCallId: string | undefined; readonly kind: AnswerKind },
): Promise<WaitingCall> {
  const waiting = calls.filter(isWaiting).filter((call) => asked.kind === 'any' || call.state.for === 'approval');
  if (run.status === 'suspended' && asked.toolCallId === undefined) {
    const [only, second] = waiting;
    if (second !== undefined)
      throw new ToolCallAmbiguousError({ runId: run.id, waiting: waiting.map(({ toolCallId }) => toolCallId) });
    if (only !== undefined) return only;
  }
  const named = waiting.find(({ toolCallId }) => toolCallId === asked.toolCallId);
  if (run.status === 'suspended' && named !== undefined) return named;
  throw await explainNotWaiting(storage, run, { waiting, toolCallId: asked.toolCallId });
}

async function explainNotWaiting(
  storage: Storage,
  run: RunRecord,
  { waiting, toolCallId }: { readonly waiting: readonly WaitingCall[]; readonly toolCallId: string | undefined },
): Promise<Error> {
  const standing = run.status === 'aborted' ? null : await findStanding(storage, run.id, toolCallId);
  if (standing !== null) return new AlreadyDecidedError({ decision: toStandingDecision(standing) });
  if (run.status !== 'suspended') return new RunNotSuspendedError({ runId: run.id, status: run.status });
  const ids = waiting.map((call) => call.toolCallId);
  return new ToolCallNotSuspendedError({ runId: run.id, toolCallId: toolCallId ?? '(none named)', waiting: ids });
}

/** The decision that stands on the plan of that call, or on the newest decided plan of the run. */
async function findStanding(
  storage: Storage,
  runId: string,
  toolCallId: string | undefined,
): Promise<DecisionRecord | null> {
  const { items } = await storage.listReviews({
    runId,
    status: ['decided'],
    ...(toolCallId === undefined ? {} : { toolCallId }),
  });
  const newest = items[0];
  if (newest === undefined) return null;
  const decisions = await storage.listDecisions(newest.id);
  return decisions.find((decision) => decision.status === 'standing') ?? null;
}

/** The open review of a waiting plan call, with the decision that stands on it and may still be undone. */
export async function findReview(
  storage: Storage,
  call: CallRecord,
): Promise<{
  readonly review: ReviewRecord;
  readonly standing: DecisionRecord | null;
  readonly undoUntil: string | null;
} | null> {
  const { items } = await storage.listReviews({ runId: call.runId, toolCallId: call.toolCallId });
  const review = items.find(({ status }) => status !== 'closed') ?? items[0];
  if (review === undefined) return null;
  if (review.status === 'waiting') return { review, standing: null, undoUntil: null };
  const decisions = await storage.listDecisions(review.id);
  const standing = decisions.find(({ status }) => status === 'standing') ?? null;
  if (standing === null) return { review, standing, undoUntil: null };
  const deliveries = await storage.listDeliveries({ reviewId: review.id, status: ['pending'] });
  return { review, standing, undoUntil: deliveries.items[0]?.dueAt ?? null };
}
