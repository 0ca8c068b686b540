import { showControls } from '../plans/index.ts';
import type { ReviewDetail } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { padWidth } from './display-width.ts';
import { exitCodes } from './exit-codes.ts';
import { refuseUnknownReview } from './find-target.ts';
import { withExistingHost } from './open-host.ts';
import { toReviewJson } from './review-json.ts';
import { formatReviewHeader } from './review-view.ts';
import { words } from './words.ts';

/** Options of `show`. */
export interface ShowWords {
  readonly print?: boolean;
}

/** `countersign show ID`: the plan, with what is known about it. */
export async function showReview(context: CommandContext, reviewId: string, { print }: ShowWords): Promise<number> {
  return withExistingHost(context.project, refuseUnknownReview(reviewId), async ({ host }) => {
    const detail = await host.get(reviewId);
    await writeDetail(context, detail, print === true);
    return exitCodes.done;
  });
}

async function writeDetail(context: CommandContext, detail: ReviewDetail, isPrinted: boolean): Promise<void> {
  const { output } = context;
  if (output.isJson) return output.printJson(toDetailJson(detail));
  if (output.isTerminal && !isPrinted) return showPlan(context, detail);
  output.print(`${formatHeader(context, detail)}\n\n${await renderPlan(context, detail)}`);
}

/** Shows a plan in the pager of a terminal, with what is known about it. */
export async function showPlan(context: CommandContext, detail: ReviewDetail): Promise<void> {
  const { showPaged } = await import('./pager.ts');
  await showPaged(context, `${formatHeader(context, detail)}\n\n${await renderPlan(context, detail)}`);
}

function toDetailJson(detail: ReviewDetail): object {
  const { text, file, run, drafts } = detail;
  return { ...toReviewJson(detail), text, file, run, revisions: detail.revisions.map(toReviewJson), drafts };
}

/** The lines above a plan, labels in one column. */
export function formatHeader({ output }: CommandContext, detail: ReviewDetail): string {
  const fields = formatReviewHeader(detail);
  const labelWidth = Math.max(...fields.map(([label]) => label.length)) + 2;
  return fields.map(([label, value]) => `${output.paint('dim', padWidth(`${label}:`, labelWidth))}${value}`).join('\n');
}

/** The plan as it is read in a terminal; elsewhere its Markdown, control characters as marks. */
export async function renderPlan({ output }: CommandContext, { text }: ReviewDetail): Promise<string> {
  if (text === null) return words.review.notRead;
  if (!output.isTerminal) return showControls(text).trimEnd();
  const { renderPlanTerminal } = await import('../plans/index.ts');
  return renderPlanTerminal(text, { width: Math.min(output.width, 100), color: output.hasColor });
}
