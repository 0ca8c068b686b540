import type { VNode } from 'preact';
import type { ReviewView } from '../wire.ts';
import { DiffView } from './diff-view.tsx';
import { messages } from './language.ts';
import type { PageActions } from './page-actions.ts';
import type { PageState } from './page-state.ts';
import { RenderedPlan } from './rendered-plan.tsx';
import { Outline } from './sidebar.tsx';
import { SourceView } from './source-view.tsx';

/** Properties of {@link PlanBody}. */
export interface PlanBodyProps {
  readonly review: ReviewView;
  readonly state: PageState;
  readonly actions: PageActions;
}

/** The plan, in the way it is looked at. */
export function PlanBody({ review, state, actions }: PlanBodyProps): VNode {
  const { html, sourceLines } = review;
  if (html === null || sourceLines === null) return <p class="quiet">{messages.planUnseen(review.path)}</p>;
  if (state.place.view === 'source') return <SourceView lines={sourceLines} />;
  const bases = review.revisions.filter(({ revision }) => revision < review.revision);
  if (state.place.view === 'changes' && bases.length > 0) {
    const shown = state.diff?.reviewId === review.id ? state.diff : null;
    const { view = null, failure = null } = shown ?? {};
    return <DiffView view={view} failure={failure} bases={bases} onBase={actions.compareWith} />;
  }
  return (
    <>
      {review.outline.length > 1 && (
        <details class="contents-inside">
          <summary>{messages.contents}</summary>
          <Outline reviewId={review.id} entries={review.outline} />
        </details>
      )}
      <RenderedPlan reviewId={review.id} html={html} sourceLines={sourceLines} anchor={state.place.anchor} />
    </>
  );
}
