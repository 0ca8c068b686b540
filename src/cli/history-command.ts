import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReviewHost, ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { exitCodes } from './exit-codes.ts';
import { withExistingHost } from './open-host.ts';
import { toReviewJson } from './review-json.ts';
import { viewReview } from './review-view.ts';
import { formatRows } from './table.ts';
import { words } from './words.ts';

/** `countersign history [PLAN|FILE]`: every revision of every plan and what was decided. */
export async function showHistory(context: CommandContext, target: string | undefined): Promise<number> {
  const reviews = await withExistingHost(
    context.project,
    () => [],
    async ({ host }) => listAll(host),
  );
  const wanted = target === undefined ? reviews : pickPlan(context, reviews, target);
  if (context.output.isJson) for (const review of wanted) context.output.printJson(toReviewJson(review));
  else printPlans(context, wanted);
  return exitCodes.done;
}

/** Oldest submission first. */
async function listAll(host: ReviewHost): Promise<readonly ReviewSummary[]> {
  const { items } = await host.list({ status: ['waiting', 'decided', 'closed'] });
  return items.toReversed();
}

/** The revisions of the plan that a person named by its id, a review's id (or the beginning of either), or its file. */
function pickPlan(
  { surroundings, project }: CommandContext,
  reviews: readonly ReviewSummary[],
  target: string,
): readonly ReviewSummary[] {
  const place = resolve(surroundings.cwd(), target);
  const named = reviews.filter(({ review }) => {
    const isFile = resolve(review.root ?? project.folder, review.path) === place || review.path === target;
    return isFile || (target.length >= 6 && (review.id.startsWith(target) || review.planId.startsWith(target)));
  });
  if (named.length === 0) throw new CommandError(words.errors.noSuchPlan(target, existsSync(place)));
  const planIds = new Set(named.map(({ review }) => review.planId));
  return reviews.filter(({ review }) => planIds.has(review.planId));
}

function printPlans({ output }: CommandContext, reviews: readonly ReviewSummary[]): void {
  if (reviews.length === 0) output.say(words.list.noPlans);
  const plans = Map.groupBy(reviews, ({ review }) => review.planId);
  let isFirst = true;
  for (const revisions of plans.values()) {
    const latest = revisions.at(-1);
    if (latest === undefined) continue;
    const { title, path, planId } = viewReview(latest);
    output.print(`${isFirst ? '' : '\n'}${output.paint('bold', title)}\n${output.paint('dim', `${path} · ${planId}`)}`);
    isFirst = false;
    for (const line of formatRevisions(revisions, output.width)) output.print(line);
  }
}

function formatRevisions(revisions: readonly ReviewSummary[], width: number): readonly string[] {
  const now = new Date();
  const rows = revisions.map((summary) => {
    const view = viewReview(summary, now);
    const when = view.decidedAt === '' ? view.submittedAt : view.decidedAt;
    return [`  r${view.revision}`, when, view.status, view.decidedBy, view.feedback, view.id.slice(0, 8)];
  });
  const layout = [{}, {}, {}, { minWidth: 8 }, { minWidth: 8 }, {}];
  return formatRows(layout, rows, width);
}
