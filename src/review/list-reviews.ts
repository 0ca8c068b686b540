import type { Listing } from '../core/index.ts';
import { expireReviews, isExpired } from './expire-reviews.ts';
import type { HostContext } from './host-context.ts';
import type { ReviewHost, ReviewSummary } from './review-host.ts';
import { summarizeReviews } from './summarize-reviews.ts';

/** Which reviews {@link listReviews} gives. */
export type ListFilter = NonNullable<Parameters<ReviewHost['list']>[0]>;

/** Reviews, newest first, each with what was decided on it. Those whose time is over are closed first. */
export async function listReviews(context: HostContext, filter: ListFilter = {}): Promise<Listing<ReviewSummary>> {
  const asked = { ...filter, status: filter.status ?? ['waiting' as const] };
  let found = await context.storage.listReviews(asked);
  if (found.items.some((review) => isExpired(context, review))) {
    await expireReviews(context, 0);
    found = await context.storage.listReviews(asked);
  }
  return { items: await summarizeReviews(context, found.items), total: found.total };
}
