import type { ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatCommand } from './next-commands.ts';
import { withExistingHost } from './open-host.ts';
import { toReviewJson } from './review-json.ts';
import { viewReview } from './review-view.ts';
import { formatTable } from './table.ts';
import { words } from './words.ts';

/** Options of `list`. */
export interface ListWords {
  readonly all?: boolean;
}

/** `countersign list`: the plans that wait, or all there are. */
export async function listReviews(context: CommandContext, { all }: ListWords): Promise<number> {
  const filter = all === true ? { status: ['waiting', 'decided', 'closed'] as const } : {};
  const reviews = await withExistingHost(
    context.project,
    () => [],
    async ({ host }) => (await host.list(filter)).items,
  );
  if (context.output.isJson) for (const review of reviews) context.output.printJson(toReviewJson(review));
  else if (reviews.length === 0) sayNothingWaits(context, all === true);
  else printTable(context, reviews, all === true);
  return exitCodes.done;
}

function sayNothingWaits(context: CommandContext, isAll: boolean): void {
  const { list } = words;
  context.output.say(isAll ? list.noPlans : list.nothingWaits);
  context.output.say(list.howToSubmit(formatCommand(context, ['review', 'PLAN.md']), context.project.folder));
}

function printTable({ output }: CommandContext, reviews: readonly ReviewSummary[], isAll: boolean): void {
  const { columns } = words.list;
  const idLength = findShortLength(reviews.map(({ review }) => review.id));
  const now = new Date();
  const rows = reviews.map((summary) => {
    const view = viewReview(summary, now);
    const status = isAll ? [view.status] : [];
    return [view.id.slice(0, idLength), ...status, view.title, view.path, view.revision, view.source, view.age];
  });
  const status = isAll ? [{ title: columns.status, minWidth: 8 }] : [];
  const layout = [
    { title: columns.id },
    ...status,
    { title: columns.title, minWidth: 12 },
    { title: columns.path, minWidth: 10, cut: 'start' as const },
    { title: columns.revision },
    { title: columns.source, minWidth: 5 },
    { title: isAll ? columns.submitted : columns.waiting },
  ];
  const [titles = '', ...lines] = formatTable(layout, rows, output.width);
  output.print(output.paint('dim', titles));
  for (const line of lines) output.print(line);
}

/** The shortest length, from 8, at which these ids still differ. */
export function findShortLength(ids: readonly string[]): number {
  const longest = Math.max(0, ...ids.map((id) => id.length));
  for (let length = 8; length < longest; length += 1) {
    if (new Set(ids.map((id) => id.slice(0, length))).size === ids.length) return length;
  }
  return longest;
}
