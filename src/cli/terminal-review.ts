import { CountersignError } from '../core/index.ts';
import type { ReviewDetail, ReviewHost, ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import { formatDiff } from './diff-command.ts';
import { flowItems } from './display-width.ts';
import { InterruptedError, readKey } from './key-prompt.ts';
import { showPaged } from './pager.ts';
import { createReviewDesk, isEmptyDraft, type ReviewDesk, type Step } from './review-desk.ts';
import { toLine, viewReview } from './review-view.ts';
import { settleHold } from './settle-hold.ts';
import { renderPlan } from './show-command.ts';
import { approve, approveWithNotes, commentOnLines, requestChanges, rereadFile, stop } from './terminal-actions.ts';
import { words } from './words.ts';

/** A review to decide at a terminal. */
export interface AtTerminal {
  readonly host: ReviewHost;
  readonly reviewId: string;
}

type ActionKey = 'a' | 'n' | 'r' | 's' | 'c' | 'd' | 'p' | 'f' | 'l';

/**
 * Shows a plan at a terminal and asks until the person there decides, leaves, or somebody else decides. Ctrl-C leaves the plan
 * waiting and keeps what was typed.
 *
 * @returns how the review stands then.
 */
export async function reviewInTerminal(
  context: CommandContext,
  { host, reviewId }: AtTerminal,
): Promise<ReviewSummary> {
  const desk = createReviewDesk(context, host);
  const at = { reviewId };
  try {
    await takeSteps(desk, at);
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error;
    context.output.tell('');
  }
  await desk.settleDrafts();
  return settleHold(host, at.reviewId);
}

/** @param at - the review that is worked on; a newer revision takes its place. */
async function takeSteps(desk: ReviewDesk, at: { reviewId: string }): Promise<void> {
  let detail = await desk.host.get(at.reviewId);
  await showPlan(desk, detail);
  while (detail.review.status === 'waiting') {
    const step = await takeStep(desk, detail);
    if (step.kind === 'done') return;
    await desk.settleDrafts();
    const next = await followReplacement(desk, step.reviewId);
    if (next.review.id !== at.reviewId) await showDiff(desk, next);
    at.reviewId = next.review.id;
    detail = next;
  }
}

async function takeStep(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const again: Step = { kind: 'again', reviewId: detail.review.id };
  const key = await chooseAction(desk, detail);
  if (key === null) return again;
  if (key === 'l') return { kind: 'done' };
  try {
    return await actions[key](desk, detail);
  } catch (error) {
    if (!CountersignError.isInstance(error)) throw error;
    desk.context.output.tell(desk.context.output.paint('red', toLine(error.message)));
    return again;
  }
}

/** The newest revision that took this one's place. */
async function followReplacement({ host, context }: ReviewDesk, reviewId: string): Promise<ReviewDetail> {
  let detail = await host.get(reviewId);
  while (detail.review.replacedBy !== null) {
    detail = await host.get(detail.review.replacedBy);
    context.output.tell(words.menu.replaced(detail.review.revision));
  }
  return detail;
}

const actions: Readonly<Record<Exclude<ActionKey, 'l'>, (desk: ReviewDesk, detail: ReviewDetail) => Promise<Step>>> = {
  a: approve,
  n: approveWithNotes,
  r: requestChanges,
  s: stop,
  c: commentOnLines,
  f: rereadFile,
  d: showDiff,
  p: showPlan,
};

/** Asks what to do; `null` when the review no longer waits. */
async function chooseAction(desk: ReviewDesk, detail: ReviewDetail): Promise<ActionKey | null> {
  const { output, surroundings } = desk.context;
  const keys = listKeys(detail);
  for (const line of formatMenu(desk, detail, keys)) output.tell(line);
  const end = new AbortController();
  const unwatch = desk.host.watch(() => {
    desk.host.get(detail.review.id).then(
      ({ review }) => review.status !== 'waiting' && end.abort(),
      () => end.abort(),
    );
  });
  try {
    return await readKey(surroundings, { keys, abortSignal: end.signal });
  } finally {
    unwatch();
  }
}

function listKeys({ revisions, file, text }: ReviewDetail): readonly ActionKey[] {
  const isPlanRead = text !== null;
  const optional: readonly (readonly [ActionKey, boolean])[] = [
    ['c', isPlanRead],
    ['d', revisions.length > 1],
    ['p', isPlanRead],
    ['f', file.state === 'changed'],
  ];
  return ['a', 'n', 'r', 's', ...optional.filter(([, isOffered]) => isOffered).map(([key]) => key), 'l'];
}

function formatMenu(desk: ReviewDesk, detail: ReviewDetail, keys: readonly ActionKey[]): readonly string[] {
  const { output } = desk.context;
  const { menu } = words;
  const draft = desk.readDraft(detail);
  const labels = { ...menu.keys, d: menu.keys.d(detail.review.revision - 1) };
  const gap = '   ';
  const entries = keys.map((key) => `${output.paint('bold', `[${key.toUpperCase()}]`)} ${labels[key]}`);
  return [
    '',
    output.paint('bold', viewReview(detail).title),
    formatFacts(desk, detail),
    ...(detail.file.state === 'changed' || detail.file.state === 'missing'
      ? [output.paint('yellow', menu.fileWarning[detail.file.state])]
      : []),
    ...(isEmptyDraft(draft)
      ? []
      : [output.paint('yellow', menu.unsent(draft.comments.length, draft.text.trim().length))]),
    '',
    ...flowItems(entries.slice(0, 4), gap, output.width),
    ...flowItems(entries.slice(4), gap, output.width),
  ];
}

function formatFacts({ context }: ReviewDesk, detail: ReviewDetail): string {
  const { revision, sha256, path, source, age } = viewReview(detail);
  const facts = [`r${revision}`, sha256.slice(0, 12), path, words.menu.from(source), age];
  return context.output.paint('dim', facts.join(' · '));
}

async function showPlan(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const { context } = desk;
  const rule = context.output.paint('dim', '─'.repeat(Math.min(context.output.width, 80)));
  await showPaged(context, [formatFacts(desk, detail), rule, await renderPlan(context, detail)].join('\n'));
  return { kind: 'again', reviewId: detail.review.id };
}

async function showDiff(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const { context, host } = desk;
  const found = await host.diff(detail.review.id);
  await showPaged(context, formatDiff(context.output, found, detail.review.revision));
  return { kind: 'again', reviewId: detail.review.id };
}
