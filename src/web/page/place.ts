/** How the plan is looked at. */
export type View = 'plan' | 'changes' | 'source';

/** Where the page is, as its address says. */
export interface Place {
  readonly reviewId: string | null;
  readonly view: View;
  /** On a narrow window the list of plans is a screen of its own. */
  readonly isInbox: boolean;
  /** The heading of the plan to scroll to. */
  readonly anchor: string | null;
}

/** Reads the fragment of the address, and the token that may stand in it once. */
export function readPlace(fragment: string): { readonly place: Place; readonly token: string | null } {
  const words = new URLSearchParams(fragment.replace(/^#/, ''));
  const view = words.get('view');
  return {
    place: {
      reviewId: words.get('review'),
      view: view === 'changes' || view === 'source' ? view : 'plan',
      isInbox: words.has('inbox'),
      anchor: words.get('at'),
    },
    token: words.get('token'),
  };
}

/** The fragment that leads to a place. */
export function toFragment(place: Partial<Place>): string {
  if (place.reviewId == null) return '#inbox';
  const view = place.view === undefined || place.view === 'plan' ? '' : `&view=${place.view}`;
  const anchor = place.anchor == null ? '' : `&at=${encodeURIComponent(place.anchor)}`;
  return `#review=${encodeURIComponent(place.reviewId)}${view}${anchor}`;
}
