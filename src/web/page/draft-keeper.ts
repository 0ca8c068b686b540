import type { ReviewView } from '../wire.ts';
import type { Api } from './api.ts';
import type { DraftState, Store } from './page-state.ts';

/** Where this browser keeps text that the server does not have yet. */
export interface LocalCopies {
  read(reviewId: string): { readonly text: string; readonly at: string } | null;
  write(reviewId: string, text: string): void;
  remove(reviewId: string): void;
}

const pauseMs = 400;

/** Keeps what is typed: on the server soon after typing stops, in this browser until the server has it. */
export class DraftKeeper {
  readonly #store: Store;
  readonly #api: Pick<Api, 'saveDraft'>;
  readonly #copies: LocalCopies;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #carried = '';
  #changes = 0;

  constructor(store: Store, api: Pick<Api, 'saveDraft'>, copies: LocalCopies) {
    this.#store = store;
    this.#api = api;
    this.#copies = copies;
  }

  type(text: string): void {
    const { draft } = this.#store.get();
    if (draft.reviewId === null) return;
    this.#changes += 1;
    this.#copies.write(draft.reviewId, text);
    this.#store.set({ draft: { ...draft, text, status: 'unsaved' } });
    this.#schedule();
  }

  /** A moment in the life of the draft, to be taken before the server is asked for a review. */
  mark(): number {
    return this.#changes;
  }

  /**
   * Takes over what is kept for a review that is now shown. Text that is not saved yet stands, and so does text that
   * was typed or saved since the server was asked: what it answered may be older.
   *
   * @param mark - as {@link DraftKeeper.mark} gave it before asking.
   */
  adopt(review: ReviewView, mark: number): void {
    const { draft } = this.#store.get();
    const isSame = draft.reviewId === review.id;
    if (isSame && (isUnsaved(draft) || mark !== this.#changes)) return;
    if (!isSame) void this.flush();
    const kept = toDraftState(review);
    this.#store.set({ draft: kept });
    const text = mergeTexts(findNewerCopy(this.#copies, review) ?? kept.text, this.#carried);
    this.#carried = '';
    if (text !== kept.text) this.type(text);
  }

  /** Gives text that was not sent to the review that is shown next. */
  carry(text: string): void {
    this.#carried = text;
  }

  /** Saves at once what is not saved. @param isLast - the page is being left. */
  async flush(isLast = false): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { draft } = this.#store.get();
    const { reviewId, text } = draft;
    if (reviewId === null || !isUnsaved(draft)) return;
    this.#store.set({ draft: { ...draft, status: 'saving' } });
    const answer = await this.#api.saveDraft(reviewId, text, isLast);
    this.#changes += 1;
    if (answer.isOk) this.#copies.remove(reviewId);
    const now = this.#store.get().draft;
    if (now.reviewId !== reviewId) return;
    if (now.text !== text) return this.#schedule();
    this.#store.set({ draft: answer.isOk ? toSaved(now, answer.value.draft) : { ...now, status: 'failed' } });
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), pauseMs);
  }
}

function isUnsaved({ status }: DraftState): boolean {
  return status !== 'none' && status !== 'saved';
}

function toDraftState({ id, draft }: ReviewView): DraftState {
  return toSaved({ reviewId: id, text: draft?.text ?? '', status: 'none', savedAt: null }, draft);
}

function toSaved(state: DraftState, draft: ReviewView['draft']): DraftState {
  return { ...state, status: draft === null ? 'none' : 'saved', savedAt: draft?.savedAt ?? null };
}

/** The text of this browser, when the server never got it or has an older one. */
function findNewerCopy(copies: LocalCopies, review: ReviewView): string | null {
  const copy = copies.read(review.id);
  if (copy === null) return null;
  return review.draft === null || copy.at > review.draft.savedAt ? copy.text : null;
}

/** Both texts; neither is lost, and none stands there twice. */
function mergeTexts(kept: string, carried: string): string {
  if (carried.trim() === '' || kept.includes(carried)) return kept;
  return kept.trim() === '' ? carried : `${kept}\n\n${carried}`;
}

/** Copies in the browser's own storage. A browser that has none (or is full) keeps nothing: the server does. */
export function createLocalCopies(storage: Storage): LocalCopies {
  const toKey = (reviewId: string): string => `countersign draft ${reviewId}`;
  return {
    read(reviewId) {
      const [at, ...lines] = (storage.getItem(toKey(reviewId)) ?? '').split('\n');
      return at === undefined || at === '' ? null : { at, text: lines.join('\n') };
    },
    write(reviewId, text) {
      try {
        storage.setItem(toKey(reviewId), `${new Date().toISOString()}\n${text}`);
      } catch {
        // Full or switched off: the copy on the server is the one that counts.
      }
    },
    remove: (reviewId) => storage.removeItem(toKey(reviewId)),
  };
}
