import type { Decision } from '../../core/index.ts';
import type { ReviewItem, ReviewView } from '../wire.ts';
import type { Answer, Api, Failure } from './api.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { messages } from './language.ts';
import type { DialogKind, Store } from './page-state.ts';
import type { Place } from './place.ts';

/** What the page's address does; the browser's own in the page. */
export interface Address {
  go(place: Partial<Place>, options?: { readonly isReplacing?: boolean }): void;
}

/** What a person does on the page. */
export interface PageActions {
  open(dialog: DialogKind): void;
  close(): void;
  type(text: string): void;
  /** Chooses the revision that changes are counted from. */
  compareWith(baseId: string): void;
  /** Sends what the open dialog is about; a second call while it is under way does nothing. */
  confirm(): Promise<void>;
  undo(): Promise<void>;
  reread(): Promise<void>;
  /** Goes to a revision of the same plan, with the text that was not sent. */
  show(review: Pick<ReviewItem, 'id'>): void;
  preview(kind: DialogKind, text: string): Promise<Answer<{ readonly text: string }> | null>;
}

/** What {@link createPageActions} works with. */
export interface ActionParts {
  readonly store: Store;
  readonly api: Api;
  readonly drafts: DraftKeeper;
  readonly address: Address;
  readonly refresh: () => Promise<void>;
}

/** The decision a dialog stands for: it names what was on the screen. */
function toDecision(kind: DialogKind, text: string, review: ReviewView): Decision {
  const seen = { revision: review.revision, ...(review.planSha256 === null ? {} : { planSha256: review.planSha256 }) };
  const words = isBlank(text) ? {} : { feedback: text };
  if (kind === 'approve') return { action: 'approved', ...seen };
  if (kind === 'notes') return { action: 'approved', ...words, ...seen };
  return { action: 'rejected', ...words, ...seen, ...(kind === 'stop' ? { stop: true } : {}) };
}

export function createPageActions({ store, api, drafts, address, refresh }: ActionParts): PageActions {
  /** One request at a time: its answer, or `null` when another is under way. */
  const send = async <T>(ask: (reviewId: string) => Promise<Answer<T>>): Promise<Answer<T> | null> => {
    const { isSending, review } = store.get();
    if (isSending || review === null) return null;
    store.set({ isSending: true, refusal: null });
    const answer = await ask(review.id);
    store.set({ isSending: false, ...(answer.isOk ? {} : { refusal: answer.failure }) });
    return answer;
  };
  const show = ({ id }: Pick<ReviewItem, 'id'>): void => {
    const { draft, review } = store.get();
    drafts.carry(wasSent(draft.text, review) ? '' : draft.text);
    store.set({ arrival: null, dialog: null });
    address.go({ reviewId: id, view: 'changes' });
  };

  return {
    open: (dialog) => {
      if (store.get().isSending) return;
      store.set({ dialog, refusal: null });
      void refresh(); // The file may have changed while the page stood open.
    },
    close: () => store.set({ dialog: null }),
    type: (text) => drafts.type(text),
    compareWith(baseId) {
      const { review } = store.get();
      if (review !== null) store.set({ diff: { reviewId: review.id, baseId, view: null, failure: null } });
      void refresh();
    },
    async confirm() {
      const { dialog, draft, review } = store.get();
      if (dialog === null || dialog === 'keys' || review === null) return;
      const answer = await send(async (id) => {
        // So that an undo finds the text as it was sent.
        await drafts.flush();
        return api.decide(id, toDecision(dialog, draft.text, review));
      });
      if (answer === null) return;
      if (answer.isOk) {
        store.set({ dialog: null, review: { ...review, ...answer.value } });
        store.say(messages.recorded);
      } else if (endsDialog(answer.failure)) store.set({ dialog: null });
      await refresh();
    },
    async undo() {
      const answer = await send((id) => api.undo(id));
      if (answer?.isOk === true) store.say(messages.undone);
      await refresh();
    },
    async reread() {
      const answer = await send((id) => api.reread(id));
      if (answer?.isOk === true && answer.value.id !== store.get().review?.id) show(answer.value);
      await refresh();
    },
    show,
    preview: async (kind, text) => {
      const { review } = store.get();
      return review === null ? null : api.preview(review.id, toDecision(kind, text, review));
    },
  };
}

/** Whether text went out with the decision that stands: it must not be sent again with the next revision. */
export function wasSent(text: string, review: ReviewView | null): boolean {
  return review?.decision?.feedback === text;
}

/** Refusals after which the dialog's question makes no sense any more. */
function endsDialog({ code }: Failure): boolean {
  return (
    code === 'ALREADY_DECIDED' ||
    code === 'PLAN_CHANGED' ||
    code === 'PLAN_NOT_READ' ||
    code === 'REVIEW_CLOSED' ||
    code === 'REVIEW_NOT_FOUND'
  );
}

/** Whether a text says nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === '';
}
