import type { ReviewHost } from 'countersign/review';
import { createReviewServer } from 'countersign/web';
import type { RunListener } from './follow-run.ts';
import { sayReview } from './say-review.ts';

/** Serves the review page, and tells of each plan where it can be read. Ctrl-C ends the process; the plans keep waiting. */
export async function servePage(host: ReviewHost, { canOpen }: { readonly canOpen: boolean }): Promise<RunListener> {
  const page = await createReviewServer({ host }).listen();
  process.once('SIGINT', () => {
    console.log('\nEnded. What waits keeps waiting: `npm start` goes on with it.');
    process.exit(130);
  });
  let isOpen = !canOpen;
  return async (summary) => {
    const url = page.urlOf(summary.review.id);
    sayReview(summary, url);
    if (isOpen) return;
    isOpen = true;
    const { default: open } = await import('open');
    const browser = await open(url);
    browser.once('error', () => {
      // No browser after all: the address stands in the terminal.
    });
  };
}
