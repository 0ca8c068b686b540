import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Decision, ReviewSummary } from 'countersign/review';
import type { EndedRun } from './follow-run.ts';
import { showChanges } from './show-changes.ts';
import { listChanges, type WorkspaceCopy } from './workspace-copy.ts';

/** Tells how a plan stands: it waits, was decided, or was approved and not carried out. */
export function sayReview({ review, decision, delivery, undoUntil }: ReviewSummary, url?: string): void {
  if (decision === null) {
    sayWaiting(review, url);
    return;
  }
  const words = (decision.decision.feedback ?? '').trim();
  const { name, assurance } = decision.by;
  console.log(`\n${styleText('bold', `${nameOutcome(decision.decision)} by ${name ?? 'somebody'}`)} (${assurance})`);
  if (words !== '') console.log(words.replace(/^/gm, '  > '));
  if (delivery?.status === 'refused') console.log(`Not carried out: ${delivery.reason}`);
  else if (undoUntil !== null) console.log('Goes on in a few seconds, unless it is undone …');
}

function sayWaiting(review: ReviewSummary['review'], url: string | undefined): void {
  console.log(`\n${styleText('bold', `Revision ${review.revision} of the plan waits: ${review.path}`)}`);
  if (url === undefined) return;
  console.log(`Read it and decide:\n${url}`);
  console.log(`or, in another terminal: npx countersign review ${review.id.slice(0, 8)}`);
}

function nameOutcome({ action, stop }: Decision): string {
  if (action === 'approved') return 'Approved';
  return stop === true ? 'Stopped' : 'Rejected';
}

/** Tells how a run ended and what it changed. */
export function sayEnd(end: EndedRun, { copy, text }: { readonly copy: WorkspaceCopy; readonly text: string }): void {
  if (end.status === 'finished') console.log(`\n${text}`);
  else console.log(`\nThe run ended as ${end.status}${end.error === null ? '' : `: ${end.error}`}`);
  const changes = listChanges(copy);
  if (changes.length === 0) console.log('\nNothing was changed.');
  else
    console.log(
      `\n${showChanges(changes)}\n\n${changes.length} files changed in ${relative(process.cwd(), copy.folder)}.`,
    );
}
