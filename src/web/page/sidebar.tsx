import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { OutlineEntry, ReviewItem, ReviewList } from '../wire.ts';
import { nameSource } from './describe-agent.ts';
import { describeOutcome, toTone } from './describe-outcome.ts';
import { formatDuration, formatMoment } from './format-time.ts';
import { messages } from './language.ts';
import type { PageState } from './page-state.ts';
import { toFragment } from './place.ts';
import { Wordmark } from './wordmark.tsx';

/** The list of plans, and the contents of the one that is shown. */
export function Sidebar({ state, now }: { readonly state: PageState; readonly now: number }): VNode {
  const { list, review } = state;
  return (
    <div class="sidebar">
      <nav class="inbox" aria-label={messages.plans}>
        <Wordmark />
        {list !== null && <Inbox list={list} selected={review} now={now} />}
      </nav>
      {review !== null && review.outline.length > 1 && <Outline reviewId={review.id} entries={review.outline} />}
    </div>
  );
}

interface InboxProps {
  readonly list: ReviewList;
  readonly selected: ReviewItem | null;
  readonly now: number;
}

function Inbox({ list, selected, now }: InboxProps): VNode {
  const more = list.waitingTotal - list.waiting.length;
  return (
    <>
      <h2>
        {messages.waitingOnYou} <span class="count">{list.waitingTotal}</span>
      </h2>
      {list.waiting.length === 0 && <p class="inbox-empty">{messages.waitingOnYouEmpty}</p>}
      <ItemList items={list.waiting} selected={selected} now={now} />
      {more > 0 && <p class="inbox-empty">{messages.moreWaiting(more)}</p>}
      {list.recent.length > 0 && <h2>{messages.decidedRecently}</h2>}
      <ItemList items={list.recent} selected={selected} now={now} />
    </>
  );
}

function ItemList({
  items,
  selected,
  now,
}: {
  readonly items: readonly ReviewItem[];
  readonly selected: ReviewItem | null;
  readonly now: number;
}): VNode | null {
  if (items.length === 0) return null;
  return (
    <ul class="items">
      {items.map((item) => (
        <li key={item.id}>
          {/* An older revision of the same plan is still this plan. */}
          <a
            class="item"
            href={toFragment({ reviewId: item.id })}
            aria-current={selected?.planId === item.planId ? 'page' : undefined}
          >
            <span class="item-title">{item.title ?? item.path}</span>
            <span class="item-facts">
              <span class={`dot dot-${toTone(item)}`} aria-hidden="true" />
              <span>{describeItem(item, now)}</span>
              <span class="item-agent">{nameSource(item)}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function describeItem(item: ReviewItem, now: number): string {
  const revision = item.revision > 1 ? `${messages.shortRevision(item.revision)} · ` : '';
  if (item.status === 'waiting') return `${revision}${formatDuration(item.submittedAt, now) ?? messages.justNow}`;
  const at = item.decision?.decidedAt;
  return `${revision}${describeOutcome(item)}${at === undefined ? '' : ` ${formatMoment(at, now)}`}`;
}

/** The headings of the plan as links. */
export function Outline({
  reviewId,
  entries,
}: {
  readonly reviewId: string;
  readonly entries: readonly OutlineEntry[];
}): VNode {
  // A long plan has hundreds: they are drawn again when it changes, not at every key.
  return useMemo(() => {
    const top = Math.min(...entries.map(({ level }) => level));
    return (
      <nav class="outline" aria-label={messages.contents}>
        <h2>{messages.contents}</h2>
        <ul>
          {entries.map((entry) => (
            <li key={entry.anchor} class={`outline-${Math.min(entry.level - top, 3)}`}>
              <a href={toFragment({ reviewId, anchor: entry.anchor })}>{entry.text}</a>
            </li>
          ))}
        </ul>
      </nav>
    );
  }, [reviewId, entries]);
}
