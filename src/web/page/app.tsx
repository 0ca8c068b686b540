import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { DecisionBar } from './decision-bar.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { KeySheet } from './key-sheet.tsx';
import { messages } from './language.ts';
import { listenToKeys } from './listen-to-keys.ts';
import { RevisionNotice } from './notices.tsx';
import { DecisionWords } from './outcome.tsx';
import type { PageState } from './page-state.ts';
import { PlanBody } from './plan-body.tsx';
import { PlanHeader } from './plan-header.tsx';
import { Sidebar } from './sidebar.tsx';
import type { Page } from './start-page.ts';
import { ChoosePlan, EmptyInbox, LoadFailure, Loading, SignIn } from './states.tsx';
import { useNow, usePageState } from './use-page.ts';

/** The whole page. */
export function App({ page }: { readonly page: Page }): VNode {
  const state = usePageState(page.store);
  const now = useNow(state.clockOffsetMs, 15_000);
  useEffect(() => listenToKeys(document, page.store, page.actions), [page]);
  useEffect(() => {
    document.title = toTitle(state);
  });
  if (state.access === 'missing' || state.access === 'wrong') return <SignIn isWrong={state.access === 'wrong'} />;
  const { review, dialog } = state;
  const isChosen = review !== null || state.place.reviewId !== null;
  return (
    <div class={`page${isChosen ? ' has-plan' : ''}`}>
      <button type="button" class="skip button" onClick={() => skipTo('decision')}>
        {messages.skipToDecision}
      </button>
      <button type="button" class="skip button" onClick={() => skipTo('plan')}>
        {messages.skipToPlan}
      </button>
      <Announcer notice={state.notice} />
      {state.connection === 'lost' && (
        <p class="connection-lost" role="status">
          {isDone(state) ? messages.serverEnded : messages.connectionLost}
        </p>
      )}
      <div class="columns">
        <Sidebar state={state} now={now} />
        <div class="content">
          <Content page={page} state={state} now={now} />
        </div>
      </div>
      {dialog !== null && dialog !== 'keys' && review !== null && (
        <DecisionDialog key={dialog} kind={dialog} review={review} state={state} actions={page.actions} />
      )}
      {dialog === 'keys' && <KeySheet onClose={page.actions.close} />}
    </div>
  );
}

function Content({
  page,
  state,
  now,
}: {
  readonly page: Page;
  readonly state: PageState;
  readonly now: number;
}): VNode {
  const { review, reviewFailure, listFailure } = state;
  const failure = reviewFailure ?? (state.list === null ? listFailure : null);
  if (failure !== null && failure.code !== 'UNREACHABLE') {
    return (
      <main class="plan">
        <LoadFailure failure={failure} onRetry={() => void page.refresh()} />
      </main>
    );
  }
  if (review === null)
    return (
      <main class="plan">
        {state.list === null || state.place.reviewId !== null ? <Loading /> : <NoPlan state={state} />}
      </main>
    );
  return (
    <>
      <PlanHeader state={state} review={review} actions={page.actions} now={now} />
      <main id="plan" class="plan" tabIndex={-1}>
        <div class="plan-inside">
          <RevisionNotice state={state} review={review} actions={page.actions} />
          {review.decision !== null && (
            <DecisionWords decision={review.decision} reviewer={state.list?.reviewer ?? null} />
          )}
          <PlanBody review={review} state={state} actions={page.actions} />
        </div>
      </main>
      <DecisionBar review={review} state={state} actions={page.actions} refresh={page.refresh} />
    </>
  );
}

function NoPlan({ state }: { readonly state: PageState }): VNode {
  return state.list?.waitingTotal === 0 ? <EmptyInbox /> : <ChoosePlan />;
}

/** Says changes to screen readers. The text is cleared in between, so that the same sentence is said again. */
function Announcer({ notice }: { readonly notice: PageState['notice'] }): VNode {
  return (
    <div class="visually-hidden" role="status">
      <span key={notice.count}>{notice.text}</span>
    </div>
  );
}

/** Whether nothing is left that needs the server: a command that waited for one decision ends with it. */
function isDone({ list, review }: PageState): boolean {
  return list?.waitingTotal === 0 && review !== null && review.delivery?.status === 'delivered';
}

function toTitle({ list, review }: PageState): string {
  const count = list === null || list.waitingTotal === 0 ? '' : `(${list.waitingTotal}) `;
  return `${count}${review === null ? '' : `${review.title ?? review.path} · `}countersign`;
}

function skipTo(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView();
  target?.focus();
}
