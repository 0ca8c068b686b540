import type { Decision, ReviewRecord } from '../core/index.ts';
import { assertAnswerFits, formatAnswer } from '../plans/index.ts';
import { findReview } from './find-review.ts';
import type { HostContext } from './host-context.ts';
import { parseDecision } from './parse-input.ts';

/**
 * The text that the agent's model would read, in the words of the tool through which its plan came.
 *
 * @throws {InvalidInputError} the decision does not parse, or its text is too long to be given whole.
 */
export async function previewAnswer(context: HostContext, reviewId: string, decision: Decision): Promise<string> {
  const parsed = await parseDecision(decision);
  const review = await findReview(context, reviewId);
  const toolName = await findToolName(context, review);
  const isShell = review.source.host === 'shell';
  const answer = formatAnswer(parsed, { path: review.path, revision: review.revision, toolName, isShell });
  assertAnswerFits(answer);
  return answer;
}

async function findToolName(context: HostContext, { source }: ReviewRecord): Promise<string | undefined> {
  if (source.runId === null) return undefined;
  const calls = await context.storage.getCalls(source.runId);
  return calls.find(({ toolCallId }) => toolCallId === source.toolCallId)?.toolName;
}
