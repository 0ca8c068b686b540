import type { DiffView, ReviewItem, ReviewList, ReviewView } from '../wire.ts';
import type { Failure } from './api.ts';
import type { Place } from './place.ts';

/** The confirmations of the page; `keys` is the list of keys. */
export type DialogKind = 'approve' | 'notes' | 'changes' | 'stop' | 'keys';

/** What has been typed for one review, and whether the server has it. */
export interface DraftState {
  readonly reviewId: string | null;
  readonly text: string;
  readonly status: 'none' | 'unsaved' | 'saving' | 'saved' | 'failed';
  readonly savedAt: string | null;
}

/** The diff that is shown, and what it is between. */
interface DiffState {
  readonly reviewId: string;
  /** As chosen; `null`: the revision before. */
  readonly baseId: string | null;
  readonly view: DiffView | null;
  readonly failure: Failure | null;
}

/** All the page knows. Components show it; nothing else holds what must not be lost. */
export interface PageState {
  readonly access: 'checking' | 'granted' | 'missing' | 'wrong';
  readonly connection: 'opening' | 'live' | 'lost';
  /** The server's clock minus this browser's, in milliseconds. */
  readonly clockOffsetMs: number;
  readonly place: Place;
  readonly list: ReviewList | null;
  readonly listFailure: Failure | null;
  readonly review: ReviewView | null;
  readonly reviewFailure: Failure | null;
  readonly diff: DiffState | null;
  readonly dialog: DialogKind | null;
  readonly draft: DraftState;
  readonly isSending: boolean;
  /** Why the last decision, undo or reading was refused; it stays until the next try or another plan. */
  readonly refusal: Failure | null;
  /** A newer revision that waits to be shown until what is open is closed. */
  readonly arrival: ReviewItem | null;
  /** What was last said to a screen reader; `count` makes a repeated sentence a new one. */
  readonly notice: { readonly text: string; readonly count: number };
}

const noDraft: DraftState = { reviewId: null, text: '', status: 'none', savedAt: null };

const initialState: PageState = {
  access: 'checking',
  connection: 'opening',
  clockOffsetMs: 0,
  place: { reviewId: null, view: 'plan', isInbox: false, anchor: null },
  list: null,
  listFailure: null,
  review: null,
  reviewFailure: null,
  diff: null,
  dialog: null,
  draft: noDraft,
  isSending: false,
  refusal: null,
  arrival: null,
  notice: { text: '', count: 0 },
};

/** Holds the state and tells its listeners when it changed. */
export interface Store {
  get(): PageState;
  set(patch: Partial<PageState>): void;
  /** Says a sentence to a screen reader. */
  say(text: string): void;
  subscribe(listener: () => void): () => void;
}

export function createStore(start: PageState = initialState): Store {
  let state = start;
  const listeners = new Set<() => void>();
  const set = (patch: Partial<PageState>): void => {
    state = { ...state, ...patch };
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    set,
    say: (text) => set({ notice: { text, count: state.notice.count + 1 } }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
