import type { ComponentChildren, VNode } from 'preact';
import type { DiffView, ReviewView } from '../wire.ts';
import { nameSource } from './describe-agent.ts';
import { describeOutcome, toTone } from './describe-outcome.ts';
import { formatDuration, formatMoment, formatWhole } from './format-time.ts';
import { messages } from './language.ts';
import type { PageActions } from './page-actions.ts';
import type { PageState } from './page-state.ts';
import { toFragment, type View } from './place.ts';

/** Properties of {@link PlanHeader}. */
export interface PlanHeaderProps {
  readonly state: PageState;
  readonly review: ReviewView;
  readonly actions: PageActions;
  readonly now: number;
}

/** Which plan this is, where it comes from, and the ways to look at it. */
export function PlanHeader({ state, review, actions, now }: PlanHeaderProps): VNode {
  const waiting = state.list?.waitingTotal ?? 0;
  return (
    <header class="plan-header">
      <div class="plan-header-inside">
        <div class="title-line">
          <a class="back" href={toFragment({})}>
            <span aria-hidden="true">‹ </span>
            {messages.plansWaiting(waiting)}
          </a>
          <h1>{review.title ?? messages.untitled}</h1>
          <button
            type="button"
            class="icon-button"
            aria-label={messages.keys}
            aria-keyshortcuts="?"
            title={messages.keys}
            onClick={() => actions.open('keys')}
          >
            ?
          </button>
        </div>
        <Facts review={review} now={now} />
        <ViewSwitch state={state} review={review} />
      </div>
    </header>
  );
}

function Facts({ review, now }: { readonly review: ReviewView; readonly now: number }): VNode {
  const { planSha256, expiresAt } = review;
  return (
    <ul class="facts">
      <li class={`fact-status tone-${toTone(review)}`}>
        {review.status === 'waiting' ? (
          <time dateTime={review.submittedAt} title={formatWhole(review.submittedAt)}>
            {describeWaiting(review.submittedAt, now)}
          </time>
        ) : (
          describeOutcome(review)
        )}
      </li>
      <li>{messages.revision(review.revision)}</li>
      {planSha256 !== null && (
        <li>
          <code title={messages.digest(planSha256)}>
            {planSha256.slice(0, 8)}
            <span class="print-only">{planSha256.slice(8)}</span>
          </code>
        </li>
      )}
      <li>{messages.by(nameSource(review))}</li>
      <li class="fact-path">{review.path}</li>
      {expiresAt !== null && review.status === 'waiting' && <li>{messages.expires(formatMoment(expiresAt, now))}</li>}
    </ul>
  );
}

function describeWaiting(submittedAt: string, now: number): string {
  const duration = formatDuration(submittedAt, now);
  return duration === null ? messages.submittedJustNow : messages.waitingSince(duration);
}

function ViewSwitch({ state, review }: Pick<PlanHeaderProps, 'state' | 'review'>): VNode | null {
  if (review.html === null) return null;
  const base = findBase(state, review);
  const toLink = (view: View, label: string, children?: VNode | null): VNode => (
    <ViewLink href={toFragment({ reviewId: review.id, view })} label={label} isOn={state.place.view === view}>
      {children}
    </ViewLink>
  );
  return (
    <nav class="views" aria-label={messages.views}>
      {toLink('plan', messages.planTab)}
      {base !== null &&
        toLink('changes', messages.changesTab(base), <ChangeCount diff={state.diff?.view?.diff ?? null} />)}
      {toLink('source', messages.sourceTab)}
    </nav>
  );
}

/** The revision the changes are counted from; `null` for a first one. */
function findBase({ diff }: PageState, review: ReviewView): number | null {
  const shown = diff?.view?.base?.revision;
  if (shown !== undefined) return shown;
  const index = review.revisions.findIndex(({ id }) => id === review.id);
  return review.revisions[index - 1]?.revision ?? null;
}

function ChangeCount({ diff }: { readonly diff: DiffView['diff'] }): VNode | null {
  if (diff === null) return null;
  return (
    <span class="change-count">
      <span class="visually-hidden">{messages.changesCount(diff.addedLines, diff.removedLines)}</span>
      <span class="count-added" aria-hidden="true">
        +{diff.addedLines}
      </span>
      <span class="count-removed" aria-hidden="true">
        −{diff.removedLines}
      </span>
    </span>
  );
}

interface ViewLinkProps {
  readonly href: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly children?: ComponentChildren;
}

function ViewLink({ href, label, isOn, children }: ViewLinkProps): VNode {
  return (
    <a class="view-link" href={href} aria-current={isOn ? 'page' : undefined}>
      {label}
      {children}
    </a>
  );
}
