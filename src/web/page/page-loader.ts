import type { ReviewItem, ReviewList, ReviewView } from '../wire.ts';
import type { Answer, Api, Failure } from './api.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { messages } from './language.ts';
import { type Address, wasSent } from './page-actions.ts';
import type { Store } from './page-state.ts';

/** What {@link createPageLoader} works with. */
export interface LoaderParts {
  readonly store: Store;
  readonly api: Api;
  readonly drafts: DraftKeeper;
  readonly address: Address;
}

/**
 * Makes the function that asks the server for everything that is shown. Calls while it works are one more round after it,
 * so the last round always began after the last call.
 */
export function createPageLoader(parts: LoaderParts): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await loadOnce(parts);
    } while (isAskedAgain);
    running = null;
  };
  return () => {
    isAskedAgain = running !== null;
    running ??= run();
    return running;
  };
}

async function loadOnce(parts: LoaderParts): Promise<void> {
  const { store, api } = parts;
  const list = await api.list();
  if (!list.isOk) return store.set(toFailureState(list.failure));
  takeList(parts, list.value);
  const { reviewId } = store.get().place;
  if (reviewId === null) return store.set({ review: null, reviewFailure: null });
  const answer = await api.get(reviewId);
  if (store.get().place.reviewId !== reviewId) return;
  if (!answer.isOk)
    return store.set({ ...toFailureState(answer.failure), listFailure: null, reviewFailure: answer.failure });
  // An address may name a review by the beginning of its id.
  if (answer.value.id !== reviewId) store.set({ place: { ...store.get().place, reviewId: answer.value.id } });
  takeReview(parts, answer.value);
  await loadDiff(parts);
}

function toFailureState(failure: Failure): Parameters<Store['set']>[0] {
  if (failure.code === 'NOT_SIGNED_IN') return { access: 'missing' };
  return failure.code === 'UNREACHABLE' ? { listFailure: failure, connection: 'lost' } : { listFailure: failure };
}

function takeList({ store, address }: LoaderParts, list: ReviewList): void {
  const { list: before, place, review } = store.get();
  store.set({ access: 'granted', list, listFailure: null, clockOffsetMs: Date.parse(list.now) - Date.now() });
  const [first] = list.waiting;
  if (place.reviewId === null && !place.isInbox && first !== undefined)
    address.go({ reviewId: first.id }, { isReplacing: true });
  const known = new Set(before?.waiting.map(({ planId }) => planId));
  const added =
    before === null ? [] : list.waiting.filter(({ planId }) => !known.has(planId) && planId !== review?.planId);
  if (added[0] !== undefined) store.say(messages.newPlan(added[0].title ?? added[0].path));
}

function takeReview(parts: LoaderParts, review: ReviewView): void {
  const { store, drafts } = parts;
  const before = store.get().review;
  const isSame = before?.id === review.id;
  // A dialog asks about the text that was on the screen when it opened; another text closes it.
  store.set({
    review,
    reviewFailure: null,
    ...(isSame ? {} : { refusal: null, arrival: null, diff: null, dialog: null }),
  });
  drafts.adopt(review);
  if (review.status === 'waiting' && store.get().draft.status === 'failed') void drafts.flush();
  const newest = review.revisions.at(-1);
  if (isSame && newest !== undefined && newest.id !== review.id) followRevision(parts, { before, newest });
}

/** A newer revision of the plan on the screen takes its place; while something is open, it only says that it is there. */
function followRevision(
  parts: LoaderParts,
  { before, newest }: { readonly before: ReviewView; readonly newest: ReviewItem },
): void {
  const { store, drafts, address } = parts;
  const { dialog, arrival, draft, review } = store.get();
  const wasNewest = before.revisions.at(-1)?.id === before.id;
  if (!wasNewest && arrival === null) return; // An older revision was opened on purpose.
  if (dialog !== null || arrival !== null) {
    store.set({ arrival: newest });
    return;
  }
  drafts.carry(wasSent(draft.text, review) ? '' : draft.text);
  store.set({ arrival: null });
  address.go({ reviewId: newest.id, view: 'changes' }, { isReplacing: true });
  store.say(messages.arrived(newest.revision));
}

async function loadDiff({ store, api }: LoaderParts): Promise<void> {
  const { review, place, diff } = store.get();
  if (review === null || review.revisions[0]?.id === review.id) return;
  const baseId = diff?.reviewId === review.id ? diff.baseId : null;
  const isKnown = diff?.reviewId === review.id && diff.view !== null;
  if (isKnown || (place.view !== 'changes' && diff?.reviewId === review.id)) return;
  const answer = await api.diff(review.id, baseId);
  if (store.get().review?.id !== review.id) return;
  store.set({ diff: toDiffState(answer, { reviewId: review.id, baseId }) });
}

function toDiffState<T>(
  answer: Answer<T>,
  known: { readonly reviewId: string; readonly baseId: string | null },
): {
  readonly reviewId: string;
  readonly baseId: string | null;
  readonly view: T | null;
  readonly failure: Failure | null;
} {
  return answer.isOk
    ? { ...known, view: answer.value, failure: null }
    : { ...known, view: null, failure: answer.failure };
}
