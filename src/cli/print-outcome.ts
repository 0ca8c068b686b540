import { showControls } from '../plans/index.ts';
import type { ReviewHost, ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { type Outcome, outcomeExitCodes, readOutcome } from './exit-codes.ts';
import { formatCommand, nextCommands } from './next-commands.ts';
import { toReviewJson } from './review-json.ts';
import { describeDelivery, toLine, viewReview } from './review-view.ts';
import { words } from './words.ts';

/**
 * Prints what a review came to: as `key: value` lines, then, after an empty line, exactly what the agent reads; with `--json`
 * as one object. For a review that waits it says how to decide and how to go on waiting.
 *
 * @returns the exit code of `review` and `wait`.
 */
export async function printOutcome(context: CommandContext, host: ReviewHost, summary: ReviewSummary): Promise<number> {
  const outcome = readOutcome(summary);
  const answer = await readAnswer(host, summary, outcome);
  const next = nextCommands(context, summary, outcome);
  if (context.output.isJson) context.output.printJson({ ...toReviewJson(summary), answer, next });
  else printText(context, { summary, outcome, answer, next });
  return outcomeExitCodes[outcome];
}

/** What the agent reads; `null` where no decision goes to it. */
async function readAnswer(
  host: ReviewHost,
  { review, decision }: ReviewSummary,
  outcome: Outcome,
): Promise<string | null> {
  const isAnswered = outcome === 'approved' || outcome === 'rejected' || outcome === 'stopped';
  return decision === null || !isAnswered ? null : host.preview(review.id, decision.decision);
}

interface Printed {
  readonly summary: ReviewSummary;
  readonly outcome: Outcome;
  readonly answer: string | null;
  readonly next: Readonly<Record<string, string>>;
}

function printText({ output }: CommandContext, { summary, outcome, answer, next }: Printed): void {
  const view = viewReview(summary);
  const lines: (readonly [string, string])[] = [
    ['outcome', outcome],
    ['review', view.id],
    ['title', view.title],
    ['path', view.path],
    ['revision', view.revision],
    ['sha256', view.sha256],
  ];
  if (summary.decision !== null) lines.push(['decided', `${view.decidedBy}, ${summary.decision.decidedAt}`]);
  if (summary.review.replacedBy !== null) lines.push(['replaced-by', summary.review.replacedBy]);
  lines.push(['meaning', words.meaning[outcome]]);
  for (const [label, command] of Object.entries(next)) lines.push([label, toLine(command)]);
  for (const [label, value] of lines) output.print(`${output.paint('dim', `${label}:`)} ${value}`);
  if (answer !== null) output.print(`\n${output.isTerminal ? showControls(answer) : answer}`);
}

/**
 * Tells the person at the terminal how their review ended.
 *
 * @returns the exit code of `review`.
 */
export function sayResult(context: CommandContext, summary: ReviewSummary): number {
  const { output } = context;
  const outcome = readOutcome(summary);
  const view = viewReview(summary);
  if (outcome === 'waiting') {
    const [shortId = ''] = view.id.split('-');
    output.tell(words.result.waiting(view.title, formatCommand(context, ['review', shortId])));
  } else {
    output.tell(words.result.ended(view, view.decidedBy, describeDelivery(summary)));
  }
  return outcomeExitCodes[outcome];
}
