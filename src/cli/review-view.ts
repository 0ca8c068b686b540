import { showControls } from '../plans/index.ts';
import type { ReviewDetail, ReviewSummary } from '../review/index.ts';
import { readOutcome } from './exit-codes.ts';
import { words } from './words.ts';

/** A review as one line of text each: all of it safe to show in a terminal. */
export interface ReviewView {
  readonly id: string;
  readonly planId: string;
  readonly title: string;
  readonly path: string;
  readonly revision: string;
  /** Who submitted it: an agent's name or the kind of program. */
  readonly source: string;
  readonly status: string;
  readonly sha256: string;
  readonly submittedAt: string;
  readonly age: string;
  /** Who decided, how sure that is, and by which surface; `''` while nobody did. */
  readonly decidedBy: string;
  readonly decidedAt: string;
  /** The first line of the reviewer's words, or how many comments there are; `''` without any. */
  readonly feedback: string;
}

/** Makes a review showable. */
export function viewReview(summary: ReviewSummary, now: Date = new Date()): ReviewView {
  const { review, decision } = summary;
  return {
    id: review.id,
    planId: review.planId,
    title: toLine(review.title ?? review.path),
    path: toLine(review.path),
    revision: String(review.revision),
    source: toLine(review.source.agentId ?? review.source.host),
    status: words.outcome[readOutcome(summary)],
    sha256: review.planSha256 ?? words.review.unread,
    submittedAt: formatTime(review.submittedAt),
    age: formatAge(review.submittedAt, now),
    decidedBy: decision === null ? '' : describeAuthor(decision.by),
    decidedAt: decision === null ? '' : formatTime(decision.decidedAt),
    feedback: decision === null ? '' : describeFeedback(decision.decision),
  };
}

type Decided = NonNullable<ReviewSummary['decision']>;

function describeAuthor({ name, assurance, surface }: Decided['by']): string {
  return words.review.author(toLine(name ?? words.review.somebody), assurance, toLine(surface));
}

function describeFeedback({ feedback = '', comments = [] }: Decided['decision']): string {
  const [first = ''] = feedback.trim().split(/\r\n|\r|\n/);
  const count = comments.length === 0 ? '' : words.review.commentCount(comments.length);
  return [toLine(first), count].filter((part) => part !== '').join(' · ');
}

/** Text from outside on one line, safe to show. */
export function toLine(text: string): string {
  return showControls(text)
    .replaceAll(/[\n\t]+/g, ' ')
    .trim();
}

/** A time on the clock of this machine, for example `2026-11-12 14:02`. */
function formatTime(time: string): string {
  const date = new Date(time);
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** How long ago a time was, in its largest unit. */
function formatAge(time: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(time)) / 1000));
  const units = [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
    ['seconds', 1],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? (['seconds', 1] as const);
  return words.age[unit](Math.floor(seconds / size));
}

/** The lines above a plan: what it is, where it stands, and whether its file is still what was submitted. */
export function formatReviewHeader(
  detail: ReviewDetail,
  now: Date = new Date(),
): readonly (readonly [label: string, value: string])[] {
  const view = viewReview(detail, now);
  const { fields } = words;
  const optional: readonly (readonly [string, string])[] = [
    [fields.decidedBy, view.decidedBy === '' ? '' : `${view.decidedBy}, ${view.decidedAt}`],
    [fields.feedback, view.feedback],
    [fields.delivery, describeDelivery(detail)],
    [fields.replacedBy, detail.review.replacedBy ?? ''],
  ];
  return [
    [fields.title, view.title],
    [fields.status, view.status],
    [fields.revision, words.review.revisionOf(view.revision, detail.revisions.length)],
    [fields.path, view.path],
    [fields.file, words.fileState[detail.file.state]],
    [fields.sha256, view.sha256],
    [fields.source, view.source],
    [fields.submitted, `${view.submittedAt} (${view.age})`],
    ...optional.filter(([, value]) => value !== ''),
    [fields.review, view.id],
  ];
}

/** Where the answer stands on its way to the agent; `''` while there is none. */
export function describeDelivery({ delivery, undoUntil, review }: ReviewSummary): string {
  if (delivery === null) return '';
  if (undoUntil !== null) return words.delivery.held(formatTime(undoUntil));
  const agent = toLine(review.source.agentId ?? review.source.host);
  if (delivery.status === 'delivered') return words.delivery.delivered(agent);
  if (delivery.status === 'refused') return words.delivery.refused(toLine(delivery.reason ?? ''));
  return review.source.runId === null ? words.delivery.uncollected : words.delivery.pending(agent);
}
