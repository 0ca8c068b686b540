import type { VNode } from 'preact';
import type { StandingDecision } from '../../core/index.ts';
import type { ReviewView } from '../wire.ts';
import type { Failure } from './api.ts';
import { describeDecision } from './describe-outcome.ts';
import { formatMoment } from './format-time.ts';
import { messages } from './language.ts';
import { isBlank, type PageActions } from './page-actions.ts';
import type { PageState } from './page-state.ts';

/** A refusal in the reviewer's words. */
export function describeFailure(failure: Failure): string {
  if (failure.code === 'UNREACHABLE') return messages.sendingFailed;
  if (failure.code === 'ALREADY_DECIDED' && failure.decision !== undefined) {
    return messages.alreadyDecided(failure.decision.by ?? messages.somebody, formatMoment(failure.decision.decidedAt));
  }
  if (failure.code === 'PLAN_CHANGED') return messages.planChanged;
  if (failure.code === 'DECISION_NOT_UNDOABLE') return messages.undoTooLate;
  return failure.message;
}

/** Properties of the notices. */
export interface NoticesProps {
  readonly state: PageState;
  readonly review: ReviewView;
  readonly actions: PageActions;
}

/** What stands in the way of a decision, beside the buttons that take it: always in sight. */
export function DecisionNotices({ state, review, actions }: NoticesProps): VNode {
  return (
    <div class="bar-notices">
      <FileNotice review={review} actions={actions} />
      {state.dialog === null && <Refusal state={state} review={review} />}
      <ArrivalNotice state={state} actions={actions} />
    </div>
  );
}

/** Says that this is not the plan's newest revision. */
export function RevisionNotice({ state, review, actions }: NoticesProps): VNode | null {
  const newest = review.revisions.at(-1);
  if (state.arrival !== null || newest === undefined || newest.id === review.id) return null;
  return (
    <Notice
      tone="info"
      title={messages.olderRevision(review.revision, newest.revision)}
      action={messages.showNewer}
      onAction={() => actions.show(newest)}
    />
  );
}

/** Says that a newer revision came while something was open. */
export function ArrivalNotice({ state, actions }: Omit<NoticesProps, 'review'>): VNode | null {
  const { arrival } = state;
  if (arrival === null) return null;
  return (
    <Notice
      tone="info"
      title={messages.arrival(arrival.revision)}
      action={messages.show}
      onAction={() => actions.show(arrival)}
    />
  );
}

/** Whether the text on the screen is what an approval would be about. */
export function canApprove({ fileState, html }: ReviewView): boolean {
  return html !== null && (fileState === 'same' || fileState === 'unseen');
}

function Refusal({ state, review }: Pick<NoticesProps, 'state' | 'review'>): VNode | null {
  const { refusal, draft } = state;
  // Its notice says the same and what to do.
  if (refusal === null || (refusal.code === 'PLAN_CHANGED' && !canApprove(review))) return null;
  const what =
    refusal.code === 'ALREADY_DECIDED' && refusal.decision !== undefined ? describeStanding(refusal.decision) : null;
  const kept = isBlank(draft.text) ? null : messages.textKept;
  return (
    <Notice
      tone="alert"
      title={describeFailure(refusal)}
      text={[what, kept].filter((part) => part !== null).join(' ')}
    />
  );
}

function describeStanding({ action, stop, feedback }: StandingDecision): string {
  return messages.alreadyDecidedWhat(describeDecision(action, stop, feedback));
}

function FileNotice({ review, actions }: Omit<NoticesProps, 'state'>): VNode | null {
  if (review.status !== 'waiting') return null;
  if (review.html === null) return <Notice tone="warn" title={messages.planNotRead(review.path)} />;
  if (review.fileState === 'missing')
    return <Notice tone="warn" title={messages.planMissing} text={messages.planMissingWhat} />;
  if (review.fileState !== 'changed') return null;
  return (
    <Notice
      tone="alert"
      title={messages.planChanged}
      text={messages.planChangedWhat}
      action={messages.seeDiff}
      onAction={() => void actions.reread()}
    />
  );
}

interface NoticeProps {
  readonly tone: 'info' | 'warn' | 'alert';
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: string | undefined;
  readonly onAction?: (() => void) | undefined;
}

/** One message; an alert is read out at once. */
export function Notice({ tone, title, text, action, onAction }: NoticeProps): VNode {
  return (
    <div class={`notice notice-${tone}`} role={tone === 'alert' ? 'alert' : 'status'}>
      <p>
        <strong>{title}</strong>
        {text !== undefined && text !== '' && <span>{text}</span>}
      </p>
      {action !== undefined && (
        <button type="button" class="button" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}
