import type { Decision } from '../core/index.ts';
import type { ReviewDetail, ReviewSummary } from '../review/index.ts';
import { InterruptedError, readKey } from './key-prompt.ts';
import { deskAuthor, nameShown, type ReviewDesk, type Step } from './review-desk.ts';
import { toLine } from './review-view.ts';
import { words } from './words.ts';

/** How long a decision made at a terminal can be undone. */
const holdMs = 5000;

/**
 * Sends a decision and offers to undo it while it is held. What was typed is still there as a draft when it was undone.
 *
 * @returns another look at the review where it was undone.
 * @throws {CountersignError} it was refused; nothing was decided.
 */
export async function sendDecision(desk: ReviewDesk, detail: ReviewDetail, decision: Decision): Promise<Step> {
  const { host, context } = desk;
  const { review } = detail;
  await desk.settleDrafts();
  const summary = await host.decide(review.id, nameShown(decision, detail), { by: deskAuthor, holdMs });
  if (await offerUndo(desk, summary)) {
    await host.undo(review.id);
    context.output.tell(words.undo.done(toLine(review.title ?? review.path)));
    return { kind: 'again', reviewId: review.id };
  }
  return { kind: 'done' };
}

/** Counts down in place; true when the person wants it undone. Ctrl-C lets the decision stand. */
async function offerUndo(desk: ReviewDesk, { undoUntil, decision }: ReviewSummary): Promise<boolean> {
  if (undoUntil === null || decision === null) return false;
  const { surroundings } = desk.context;
  const end = Date.parse(undoUntil);
  const done = words.undo.decided(decision.decision.action, decision.decision.stop === true);
  const show = (): void => {
    const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    surroundings.stdout.write(`\r\u001b[K${words.undo.offer(done, seconds)}`);
  };
  show();
  const ticker = setInterval(show, 1000);
  try {
    const abortSignal = AbortSignal.timeout(Math.max(0, end - Date.now()));
    return (await readKey(surroundings, { keys: ['u'], abortSignal })) === 'u';
  } catch (error) {
    if (error instanceof InterruptedError) return false;
    throw error;
  } finally {
    clearInterval(ticker);
    surroundings.stdout.write(`\r\u001b[K${done}\n`);
  }
}
