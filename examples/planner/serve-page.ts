import { once } from 'node:events';
import type { ReviewHost } from 'countersign/review';
import { createReviewServer } from 'countersign/web';
import type { RunListener } from './follow-run.ts';
import { sayReview } from './say-review.ts';

/** Where plans are decided. */
export interface Desk {
  /** Told of each plan; see {@link RunListener}. */
  readonly tell: RunListener;
  /** Ends it, once the person at the terminal has seen enough. */
  close(): Promise<void>;
}

/** Serves the review page, and tells of each plan where it can be read. Ctrl-C ends the process; the plans keep waiting. */
export async function servePage(host: ReviewHost, { canOpen }: { readonly canOpen: boolean }): Promise<Desk> {
  const page = await createReviewServer({ host }).listen();
  const leave = (): never => {
    console.log('\nEnded. What waits keeps waiting: `npm start` goes on with it.');
    process.exit(130);
  };
  process.once('SIGINT', leave);
  let isOpen = !canOpen;
  return {
    tell: async (summary) => {
      const url = page.urlOf(summary.review.id);
      sayReview(summary, url);
      if (!isOpen) await openBrowser(url);
      isOpen = true;
    },
    close: async () => {
      process.off('SIGINT', leave);
      if (process.stdout.isTTY === true) {
        console.log('\nDone. The page stays where it is; Ctrl-C ends this.');
        await once(process, 'SIGINT');
      }
      await page.close();
    },
  };
}

async function openBrowser(url: string): Promise<void> {
  const { default: open } = await import('open');
  const browser = await open(url);
  browser.once('error', () => {
    // No browser after all: the address stands in the terminal.
  });
}
