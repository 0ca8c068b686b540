import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ReviewView, WireDecision } from '../wire.ts';
import { type DeliveryStep, describeDelivery, describeOutcome, toTone } from './describe-outcome.ts';
import { formatMoment, formatWhole } from './format-time.ts';
import { messages } from './language.ts';
import type { PageActions } from './page-actions.ts';
import type { PageState } from './page-state.ts';
import { useNow } from './use-page.ts';

/** Properties of {@link Outcome}. */
export interface OutcomeProps {
  readonly review: ReviewView;
  readonly state: PageState;
  readonly actions: PageActions;
  readonly refresh: () => Promise<void>;
}

/** What was decided, how to take it back while that is possible, and how far it has come. */
export function Outcome({ review, state, actions, refresh }: OutcomeProps): VNode {
  const now = useNow(state.clockOffsetMs, review.delivery?.status === 'pending' ? 250 : 60_000);
  const heldMs = review.undoUntil === null ? 0 : Date.parse(review.undoUntil) - now;
  const isHeld = heldMs > 0;
  useEffect(() => {
    if (!isHeld) void refresh();
  }, [isHeld]);
  const isRefused = review.delivery?.status === 'refused';
  return (
    <div class={`outcome outcome-${toTone(review)}`}>
      <div class="outcome-words">
        <OutcomeLine review={review} />
        {!isHeld && <DeliveryLine steps={describeDelivery(review, now)} />}
      </div>
      {(isHeld || isRefused) && (
        <button
          type="button"
          class="button button-undo"
          onClick={() => void actions.undo()}
          aria-disabled={state.isSending}
        >
          {messages.undo}
          {isHeld && (
            <span class="undo-seconds" aria-hidden="true">
              {Math.ceil(heldMs / 1000)} s
            </span>
          )}
        </button>
      )}
      {isRefused && (
        <button type="button" class="button" onClick={() => void actions.reread()} aria-disabled={state.isSending}>
          {messages.seeDiff}
        </button>
      )}
    </div>
  );
}

function OutcomeLine({ review }: { readonly review: ReviewView }): VNode {
  const { decision } = review;
  return (
    <p class="outcome-line" role="status">
      <strong>{describeOutcome(review)}</strong>
      {decision !== null && (
        <span class="outcome-who">
          {' '}
          {messages.who(decision.by ?? messages.somebody)},{' '}
          <time dateTime={decision.decidedAt} title={formatWhole(decision.decidedAt)}>
            {formatMoment(decision.decidedAt)}
          </time>
        </span>
      )}
    </p>
  );
}

function DeliveryLine({ steps }: { readonly steps: readonly DeliveryStep[] }): VNode {
  return (
    <div role="status">
      <ol class="delivery">
        {steps.map((step) => (
          <li key={step.text} class={`delivery-${step.state}`}>
            {step.text}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The words that went with a decision, where the plan stands. */
export function DecisionWords({
  decision,
  reviewer,
}: {
  readonly decision: WireDecision;
  readonly reviewer: string | null;
}): VNode | null {
  if (decision.feedback === null || decision.feedback.trim() === '') return null;
  const isOwn = decision.by !== null && decision.by === reviewer;
  return (
    <section class="decision-words">
      <h2>{isOwn ? messages.yourWords : messages.theirWords}</h2>
      <p>{decision.feedback}</p>
    </section>
  );
}
