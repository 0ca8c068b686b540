import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messages } from './language.ts';
import { canApprove, DecisionNotices } from './notices.tsx';
import { Outcome, type OutcomeProps } from './outcome.tsx';
import type { DialogKind } from './page-state.ts';

/** The four answers, or what came of one. Stop and Approve never stand side by side. */
export function DecisionBar(props: OutcomeProps): VNode {
  const { review, actions } = props;
  const ref = useRef<HTMLElement>(null);
  const before = useRef({ id: review.id, status: review.status });
  useEffect(() => {
    const isChanged = before.current.id === review.id && before.current.status !== review.status;
    before.current = { id: review.id, status: review.status };
    // The button that had the focus is gone; what came of it stands here.
    if (isChanged && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [review.id, review.status]);
  return (
    <section ref={ref} id="decision" class="decision-bar" aria-label={messages.decision} tabIndex={-1}>
      <DecisionNotices {...props} />
      {review.status === 'waiting' ? (
        <div class="decision-buttons">
          <DecisionButton kind="stop" letter="S" label={messages.stop} onOpen={actions.open} />
          <DecisionButton kind="changes" letter="R" label={messages.requestChanges} onOpen={actions.open} />
          <DecisionButton
            kind="notes"
            letter="N"
            label={messages.approveNotes}
            onOpen={actions.open}
            isOff={!canApprove(review)}
          />
          <DecisionButton
            kind="approve"
            letter="A"
            label={messages.approve}
            onOpen={actions.open}
            isOff={!canApprove(review)}
          />
        </div>
      ) : (
        <Outcome {...props} />
      )}
    </section>
  );
}

interface DecisionButtonProps {
  readonly kind: DialogKind;
  readonly letter: string;
  readonly label: string;
  readonly onOpen: (kind: DialogKind) => void;
  /** Off for a reason that stands beside it. */
  readonly isOff?: boolean | undefined;
}

function DecisionButton({ kind, letter, label, onOpen, isOff = false }: DecisionButtonProps): VNode {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      aria-haspopup="dialog"
      aria-keyshortcuts={letter}
      aria-disabled={isOff}
      onClick={() => isOff || onOpen(kind)}
    >
      {label}
    </button>
  );
}
