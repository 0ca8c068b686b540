import type { ReviewHost, ReviewSummary } from 'countersign/review';
import type { Storage } from 'countersign/storage';

/** A run that will not go on by itself. */
export interface EndedRun {
  readonly status: 'finished' | 'failed' | 'aborted' | 'interrupted';
  /** Why it failed or was aborted. */
  readonly error: string | null;
}

/** Where a run rests, and through which host its plans are decided. */
export interface RunPlace {
  readonly storage: Storage;
  readonly host: ReviewHost;
}

/** Told once of every plan that waits, of every decision, and of every approval that was not carried out. */
export type RunListener = (review: ReviewSummary) => Promise<void> | void;

/**
 * Follows a run until it ends, whoever decides on its plans and in whichever process it goes on: all of that stands in
 * the storage.
 */
export async function followRun(runId: string, place: RunPlace, listener: RunListener): Promise<EndedRun> {
  // A watch keeps no process alive, and the run may be another process's work.
  const alive = setInterval(() => undefined, 60_000);
  try {
    return await waitForEnd(runId, place, listener);
  } finally {
    clearInterval(alive);
  }
}

async function waitForEnd(runId: string, { storage, host }: RunPlace, listener: RunListener): Promise<EndedRun> {
  const told = new Set<string>();
  for (;;) {
    const changed = Promise.withResolvers<void>();
    const unwatch = storage.watch(changed.resolve);
    const run = await storage.getRun(runId);
    for (const review of await listReviews(host, runId)) {
      const news = `${review.review.id} ${review.decision?.id} ${review.delivery?.status === 'refused'}`;
      if (!told.has(news)) await listener(review);
      told.add(news);
    }
    if (run === null) throw new Error(`The run ${runId} is gone.`);
    if (hasEnded(run)) return run;
    await changed.promise;
    unwatch();
  }
}

function hasEnded(run: { readonly status: string }): run is EndedRun {
  return run.status !== 'running' && run.status !== 'suspended';
}

/** A run's reviews that wait or were decided, oldest first. */
async function listReviews(host: ReviewHost, runId: string): Promise<readonly ReviewSummary[]> {
  const { items } = await host.list({ status: ['waiting', 'decided'] });
  return items.filter(({ review }) => review.source.runId === runId).toReversed();
}

/** What the model said last in a run. */
export async function readLastText(storage: Storage, runId: string): Promise<string> {
  const messages = (await storage.getMessages(runId)).flatMap((row) => row.messages);
  const { content = '' } = messages.findLast((message) => message.role === 'assistant') ?? {};
  return typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
