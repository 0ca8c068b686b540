import type { Decision } from '../core/index.ts';
import type { ReviewDetail, ReviewHost } from '../review/index.ts';
import { describeAuthor } from './author.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { exitCodes } from './exit-codes.ts';
import { refuseUnknownReview } from './find-target.ts';
import { formatCommand } from './next-commands.ts';
import { withExistingHost } from './open-host.ts';
import { parseShaPrefix } from './parse-words.ts';
import { readGivenText } from './read-given-text.ts';
import { toReviewJson } from './review-json.ts';
import { describeDelivery, viewReview } from './review-view.ts';
import { words } from './words.ts';

/** Options of `approve`. */
export interface ApproveWords {
  readonly notes?: string;
  readonly notesFile?: string;
  readonly sha256?: string;
}

/** Options of `reject`. */
export interface RejectWords {
  readonly feedback?: string;
  readonly file?: string;
  readonly sha256?: string;
}

/** Options of `stop`. */
export interface StopWords {
  readonly reason?: string;
  readonly sha256?: string;
}

/** `countersign approve ID`: approves the bytes that were shown. Without a terminal their digest must be named. */
export async function approveReview(
  context: CommandContext,
  reviewId: string,
  { notes, notesFile, sha256, source }: ApproveWords & FromStdin,
): Promise<number> {
  const feedback = await readGivenText(context.surroundings, {
    text: notes,
    file: notesFile,
    source,
    option: '--notes',
  });
  const act = { action: 'approved' as const, feedback };
  return decide(context, { reviewId, sha256, act, confirm: words.decide.confirmApproval });
}

/** `countersign reject ID`: asks for changes, or, without a text, lets the agent wait. */
export async function rejectReview(
  context: CommandContext,
  reviewId: string,
  { feedback, file, sha256, source }: RejectWords & FromStdin,
): Promise<number> {
  const text = await readGivenText(context.surroundings, { text: feedback, file, source, option: '--feedback' });
  return decide(context, { reviewId, sha256, act: { action: 'rejected', feedback: text }, confirm: null });
}

/** `countersign stop ID`: rejects the plan and ends the agent's run. */
export async function stopReview(
  context: CommandContext,
  reviewId: string,
  { reason, sha256 }: StopWords,
): Promise<number> {
  const act = { action: 'rejected' as const, stop: true, feedback: reason };
  return decide(context, { reviewId, sha256, act, confirm: null });
}

/** The lone `-` of a command: its text comes from stdin. */
export interface FromStdin {
  readonly source?: string | undefined;
}

interface Asked {
  readonly reviewId: string;
  readonly sha256: string | undefined;
  readonly act: Pick<Decision, 'action' | 'feedback' | 'stop'>;
  /** What a person at a terminal is asked before it is sent, where the digest was not named. */
  readonly confirm: string | null;
}

async function decide(context: CommandContext, asked: Asked): Promise<number> {
  const prefix = asked.sha256 === undefined ? null : parseShaPrefix(asked.sha256);
  return withExistingHost(context.project, refuseUnknownReview(asked.reviewId), async ({ host }) => {
    const detail = await host.get(asked.reviewId);
    if (prefix !== null) assertDigest(context, detail, prefix);
    else if (asked.confirm !== null && !(await confirm(context, detail, asked.confirm)))
      return sayNothingDecided(context);
    return send(context, { host, detail, act: asked.act });
  });
}

function assertDigest(context: CommandContext, { review }: ReviewDetail, prefix: string): void {
  if (review.planSha256?.startsWith(prefix) === true) return;
  const show = formatCommand(context, ['show', review.id]);
  throw new CommandError(words.errors.otherSha(prefix, show));
}

async function confirm(context: CommandContext, detail: ReviewDetail, question: string): Promise<boolean> {
  const { output } = context;
  if (detail.review.status !== 'waiting') return true;
  if (!output.isTerminal) {
    const show = formatCommand(context, ['show', detail.review.id]);
    throw new CommandError(words.errors.shaNeeded(show), { isUsage: true });
  }
  const { formatHeader, showPlan } = await import('./show-command.ts');
  await showPlan(context, detail);
  output.print(formatHeader(context, detail));
  output.tell(`\n${question}`);
  return isConfirmed(context);
}

async function isConfirmed({ surroundings }: CommandContext): Promise<boolean> {
  const { InterruptedError, readKey } = await import('./key-prompt.ts');
  try {
    return (await readKey(surroundings, { keys: ['enter', 'escape'] })) === 'enter';
  } catch (error) {
    if (error instanceof InterruptedError) return false;
    throw error;
  }
}

function sayNothingDecided({ output }: CommandContext): number {
  output.say(words.decide.nothing);
  return exitCodes.failed;
}

interface Sent {
  readonly host: ReviewHost;
  readonly detail: ReviewDetail;
  readonly act: Asked['act'];
}

async function send({ output }: CommandContext, { host, detail, act }: Sent): Promise<number> {
  const { review } = detail;
  const named = review.planSha256 === null ? {} : { planSha256: review.planSha256 };
  const decision: Decision = { ...act, ...named, revision: review.revision };
  const summary = await host.decide(review.id, decision, { by: describeAuthor('command'), holdMs: 0 });
  if (output.isJson) output.printJson(toReviewJson(summary));
  else output.print(words.decide.done(viewReview(summary), describeDelivery(summary)));
  return exitCodes.done;
}
