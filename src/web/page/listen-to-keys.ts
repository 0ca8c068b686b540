import { isComposing } from './dialog.tsx';
import { canApprove } from './notices.tsx';
import type { PageActions } from './page-actions.ts';
import type { DialogKind, Store } from './page-state.ts';

const dialogs = new Map<string, DialogKind>([
  ['a', 'approve'],
  ['n', 'notes'],
  ['r', 'changes'],
  ['s', 'stop'],
]);

/** Letters open dialogs; none of them decides. @returns a function that ends it. */
export function listenToKeys(document: Document, store: Store, actions: PageActions): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isComposing(event) || isField(event.target) || store.get().dialog !== null) return;
    if (press(event.key.toLowerCase(), store, actions)) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

function press(key: string, store: Store, actions: PageActions): boolean {
  const { review } = store.get();
  if (key === '?') {
    actions.open('keys');
    return true;
  }
  if (key === 'u' && review?.undoUntil != null) {
    void actions.undo();
    return true;
  }
  const dialog = dialogs.get(key);
  if (dialog === undefined || review?.status !== 'waiting') return false;
  if ((dialog === 'approve' || dialog === 'notes') && !canApprove(review)) return false;
  actions.open(dialog);
  return true;
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
