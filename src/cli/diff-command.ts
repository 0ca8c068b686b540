import { type DiffHunk, type DiffLine, type PlanDiff, showControls } from '../plans/index.ts';
import type { ReviewHost } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { refuseUnknownReview } from './find-target.ts';
import { withExistingHost } from './open-host.ts';
import type { Output } from './output.ts';
import { toLine } from './review-view.ts';
import { words } from './words.ts';

/** Options of `diff`. */
export interface DiffWords {
  readonly base?: string;
}

type FoundDiff = Awaited<ReturnType<ReviewHost['diff']>>;

/** `countersign diff ID`: what changed since another revision of the plan. */
export async function diffReview(context: CommandContext, reviewId: string, { base }: DiffWords): Promise<number> {
  return withExistingHost(context.project, refuseUnknownReview(reviewId), async ({ host }) => {
    const { review } = await host.get(reviewId);
    const found = await host.diff(review.id, base === undefined ? {} : { base: (await host.get(base)).review.id });
    await writeDiff(context, { reviewId: review.id, revision: review.revision, found });
    return exitCodes.done;
  });
}

interface ShownDiff {
  readonly reviewId: string;
  readonly revision: number;
  readonly found: FoundDiff;
}

async function writeDiff(context: CommandContext, { reviewId, revision, found }: ShownDiff): Promise<void> {
  const { output } = context;
  if (output.isJson) {
    const base = found.base === null ? null : { reviewId: found.base.id, revision: found.base.revision };
    return output.printJson({ reviewId, revision, base, diff: found.diff });
  }
  const text = formatDiff(output, found, revision);
  if (!output.isTerminal) return output.print(text);
  const { showPaged } = await import('./pager.ts');
  await showPaged(context, text);
}

/** A diff in the unified style, or why there is none. */
export function formatDiff(output: Pick<Output, 'paint'>, { base, diff }: FoundDiff, revision: number): string {
  if (base === null) return words.diff.noBase(revision);
  if (diff === null) return words.diff.unread;
  const notes = describeInvisible(diff);
  if (diff.hunks.length === 0) return [words.diff.same(base.revision, revision), ...notes].join('\n');
  const head = [
    output.paint('bold', `--- ${words.diff.side(toLine(base.path), base.revision)}`),
    output.paint('bold', `+++ ${words.diff.side(toLine(base.path), revision)}`),
    words.diff.counts(diff.addedLines, diff.removedLines),
  ];
  return [...head, ...notes, ...formatHunks(output, diff)].join('\n');
}

/** What changed that no line shows. */
function describeInvisible({ lineEnds, finalLineEnd, byteOrderMark }: PlanDiff): readonly string[] {
  const { diff } = words;
  return [
    lineEnds === undefined ? '' : diff.lineEnds(lineEnds.from, lineEnds.to),
    finalLineEnd === undefined ? '' : diff.finalLineEnd[finalLineEnd],
    byteOrderMark === undefined ? '' : diff.byteOrderMark[byteOrderMark],
  ].filter((note) => note !== '');
}

function formatHunks(output: Pick<Output, 'paint'>, { hunks }: PlanDiff): readonly string[] {
  return hunks.flatMap((hunk) => [formatHunkHead(output, hunk), ...hunk.lines.map((line) => formatLine(output, line))]);
}

function formatHunkHead({ paint }: Pick<Output, 'paint'>, { heading, lines }: DiffHunk): string {
  const range = (side: 'oldLine' | 'newLine'): string => {
    const numbers = lines.map((line) => line[side]).filter((number) => number !== null);
    return `${numbers[0] ?? 0},${numbers.length}`;
  };
  return paint(
    'cyan',
    `@@ -${range('oldLine')} +${range('newLine')} @@${heading === null ? '' : ` ${toLine(heading)}`}`,
  );
}

function formatLine({ paint }: Pick<Output, 'paint'>, { kind, text, words: parts }: DiffLine): string {
  if (kind === 'same') return ` ${showControls(text)}`;
  const [mark, look] = kind === 'added' ? (['+', 'green'] as const) : (['-', 'red'] as const);
  if (parts === undefined) return paint(look, `${mark}${showControls(text)}`);
  const shown = parts.map((part) => {
    const safe = showControls(part.text);
    return paint(look, part.isChanged ? paint('underline', safe) : safe);
  });
  return paint(look, mark) + shown.join('');
}
