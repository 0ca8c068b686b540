import type { ReviewList, ReviewUpdate, ReviewView } from '../wire.ts';
import type { Api, Failure } from './api.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { messages } from './language.ts';
import { type Address, wasSent } from './page-actions.ts';
import type { PageState, Store } from './page-state.ts';

/** What a {@link PageLoader} works with. */
export interface LoaderParts {
  readonly store: Store;
  readonly api: Api;
  readonly drafts: DraftKeeper;
  readonly address: Address;
}

/** Asks the server for everything that is shown, and lets a newer revision take the place of the one on the screen. */
export class PageLoader {
  readonly #parts: LoaderParts;
  #running: Promise<void> | null = null;
  #isAskedAgain = false;
  /** The review that the page opened by itself, because it was the first in the list. */
  #chosenId: string | null = null;

  constructor(parts: LoaderParts) {
    this.#parts = parts;
  }

  /** Calls while it works are one more round after it, so the last round always begins after the last call. */
  load(): Promise<void> {
    this.#isAskedAgain = this.#running !== null;
    this.#running ??= this.#loadAll();
    return this.#running;
  }

  async #loadAll(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      await this.#loadOnce();
    } while (this.#isAskedAgain);
    this.#running = null;
  }

  async #loadOnce(): Promise<void> {
    const { store, api, drafts } = this.#parts;
    const list = await api.list();
    if (!list.isOk) return store.set(toFailureState(list.failure));
    this.#takeList(list.value);
    const { reviewId } = store.get().place;
    if (reviewId === null) return store.set({ review: null, reviewFailure: null });
    const mark = drafts.mark();
    const shown = store.get().review;
    const known = shown?.id === reviewId && shown.html !== null ? shown : null;
    const answer = await api.get(reviewId, known?.planSha256 ?? null);
    if (store.get().place.reviewId !== reviewId) return;
    if (!answer.isOk) {
      return store.set({ ...toFailureState(answer.failure), listFailure: null, reviewFailure: answer.failure });
    }
    // An address may name a review by the beginning of its id.
    const review = joinText(answer.value, known);
    if (review.id !== reviewId) store.set({ place: { ...store.get().place, reviewId: review.id } });
    this.#takeReview(review, mark);
    await loadDiff(this.#parts);
  }

  #takeList(list: ReviewList): void {
    const { store, address } = this.#parts;
    const { list: before, place, review } = store.get();
    store.set({ access: 'granted', list, listFailure: null, clockOffsetMs: Date.parse(list.now) - Date.now() });
    const [first] = list.waiting;
    if (place.reviewId === null && !place.isInbox && first !== undefined) {
      this.#chosenId = first.id;
      address.go({ reviewId: first.id }, { isReplacing: true });
    }
    const known = new Set(before?.waiting.map(({ planId }) => planId));
    const isNew = ({ planId }: { readonly planId: string }): boolean => !known.has(planId) && planId !== review?.planId;
    const added = before === null ? undefined : list.waiting.find(isNew);
    if (added !== undefined) store.say(messages.newPlan(added.title ?? added.path));
  }

  #takeReview(review: ReviewView, mark: number): void {
    const { store, drafts } = this.#parts;
    const before = store.get();
    const isSame = before.review?.id === review.id;
    // A dialog asks about the text that was on the screen when it opened; another text closes it.
    const reset = isSame ? {} : { refusal: null, arrival: null, diff: null, dialog: null };
    store.set({ review, reviewFailure: null, ...reset });
    drafts.adopt(review, mark);
    if (review.status === 'waiting' && store.get().draft.status === 'failed') void drafts.flush();
    if (this.#isFollowed(review, before)) this.#showNewest(review);
  }

  /** Whether the reviewer looks at this plan as it is now, and not at an older revision on purpose. */
  #isFollowed(review: ReviewView, before: PageState): boolean {
    if (before.review?.id !== review.id) return this.#chosenId === review.id;
    return before.arrival !== null || before.review.revisions.at(-1)?.id === review.id;
  }

  /** A newer revision takes the place of the one on the screen; while something is open, it only says that it is there. */
  #showNewest(review: ReviewView): void {
    const { store, drafts, address } = this.#parts;
    const { dialog, arrival, draft } = store.get();
    const newest = review.revisions.at(-1);
    if (newest === undefined || newest.id === review.id) return;
    if (dialog !== null || arrival !== null) {
      store.set({ arrival: newest });
      return;
    }
    drafts.carry(wasSent(draft.text, review) ? '' : draft.text);
    address.go({ reviewId: newest.id, view: 'changes' }, { isReplacing: true });
    store.say(messages.arrived(newest.revision));
  }
}

/** A review with its text: the one that is here already, where the server did not send it again. */
function joinText(answer: ReviewView | ReviewUpdate, known: ReviewView | null): ReviewView {
  if ('html' in answer) return answer;
  return {
    html: known?.html ?? null,
    outline: known?.outline ?? [],
    sourceLines: known?.sourceLines ?? null,
    ...answer,
  };
}

function toFailureState(failure: Failure): Partial<PageState> {
  if (failure.code === 'NOT_SIGNED_IN') return { access: 'missing' };
  return failure.code === 'UNREACHABLE' ? { listFailure: failure, connection: 'lost' } : { listFailure: failure };
}

async function loadDiff({ store, api }: LoaderParts): Promise<void> {
  const { review, diff } = store.get();
  if (review === null || review.revisions[0]?.id === review.id) return;
  const known = diff?.reviewId === review.id ? diff : null;
  if (known !== null && known.view !== null) return;
  const chosen = { reviewId: review.id, baseId: known?.baseId ?? null };
  const answer = await api.diff(review.id, chosen.baseId);
  const now = store.get();
  const isStale = now.review?.id !== review.id || (now.diff !== null && now.diff.baseId !== chosen.baseId);
  if (isStale) return;
  const failed = answer.isOk ? { view: answer.value, failure: null } : { view: null, failure: answer.failure };
  store.set({ diff: { ...chosen, ...failed } });
}
