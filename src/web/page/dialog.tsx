import type { ComponentChildren, VNode } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** Properties of {@link Dialog}. */
export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What Ctrl+Enter (⌘+Enter) does. */
  readonly onConfirm?: (() => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ComponentChildren;
}

/** Whether a key belongs to text that is being composed: no shortcut then. */
export function isComposing(event: KeyboardEvent): boolean {
  // Safari ends the composition before the Enter that ended it; 229 is how it marks that key.
  return event.isComposing || event.keyCode === 229;
}

/** A native modal dialog: it traps focus, gives it back, and closes on Esc. */
export function Dialog({ title, onClose, onConfirm, className, children }: DialogProps): VNode {
  const ref = useRef<HTMLDialogElement>(null);
  const isShown = useRef(true);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.showModal();
    const field = dialog.querySelector<HTMLElement>('textarea');
    // Never a button: whoever presses Enter twice must not have decided.
    (field ?? titleRef.current)?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
    return () => {
      isShown.current = false;
      dialog.close();
    };
  }, []);
  // A second Esc in a row closes a dialog without asking. What this component closes itself is told too, but late: another
  // dialog may be open by then.
  const onClosed = (): void => {
    if (isShown.current) onClose();
  };
  const onCancel = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    onConfirm?.();
  };
  return (
    <dialog
      ref={ref}
      class={className}
      aria-labelledby={titleId}
      onCancel={onCancel}
      onClose={onClosed}
      onKeyDown={onKey}
    >
      <h2 id={titleId} ref={titleRef} tabIndex={-1} class="dialog-title">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
