import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { refuseUnknownReview } from './find-target.ts';
import { withExistingHost } from './open-host.ts';
import { toReviewJson } from './review-json.ts';
import { viewReview } from './review-view.ts';
import { words } from './words.ts';

/** `countersign undo ID`: takes back a decision that is still held. */
export async function undoReview({ project, output }: CommandContext, reviewId: string): Promise<number> {
  return withExistingHost(project, refuseUnknownReview(reviewId), async ({ host }) => {
    const { review } = await host.get(reviewId);
    const summary = await host.undo(review.id);
    if (output.isJson) output.printJson(toReviewJson(summary));
    else output.print(words.undo.done(viewReview(summary).title));
    return exitCodes.done;
  });
}
