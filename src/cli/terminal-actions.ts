import type { Decision } from '../core/index.ts';
import { showControls } from '../plans/index.ts';
import type { ReviewDetail } from '../review/index.ts';
import { formatCommentFile, parseCommentFile } from './comment-file.ts';
import { composeText } from './compose-text.ts';
import { editText } from './editor.ts';
import { readKey } from './key-prompt.ts';
import { showPaged } from './pager.ts';
import { type Draft, isEmptyDraft, type ReviewDesk, type Step, withDraft } from './review-desk.ts';
import { viewReview } from './review-view.ts';
import { sendDecision } from './send-decision.ts';
import { words } from './words.ts';

/** Approves the plan. Comments that were not sent are not passed over in silence. */
export async function approve(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const { output } = desk.context;
  const draft = desk.readDraft(detail);
  const { revision, sha256, title } = viewReview(detail);
  output.tell(`\n${words.confirm.approval(title, revision, sha256.slice(0, 12))}`);
  if (!isEmptyDraft(draft)) output.tell(output.paint('yellow', words.confirm.unsentNotes));
  const key = await ask(
    desk,
    isEmptyDraft(draft) ? ['enter', 'escape'] : ['enter', 'n', 'escape'],
    words.confirm.approve,
  );
  if (key === 'n') return approveWithNotes(desk, detail);
  return key === 'enter' ? sendDecision(desk, detail, { action: 'approved' }) : again(detail);
}

/** Approves the plan with notes for the agent. */
export async function approveWithNotes(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  return composeAndSend(desk, detail, { action: 'approved', question: words.compose.notes });
}

/** Rejects the plan with what should change; without a word the agent waits. */
export async function requestChanges(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  return composeAndSend(desk, detail, { action: 'rejected', question: words.compose.changes });
}

/** Rejects the plan and ends the agent's run. */
export async function stop(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const { output } = desk.context;
  output.tell(`\n${words.confirm.stopping}`);
  const key = await ask(desk, ['enter', 't', 'escape'], words.confirm.stop);
  if (key === 'enter') return sendDecision(desk, detail, { action: 'rejected', stop: true });
  if (key === 'escape') return again(detail);
  return composeAndSend(desk, detail, { action: 'rejected', stop: true, question: words.compose.reason });
}

interface Composed extends Pick<Decision, 'action' | 'stop'> {
  readonly question: string;
}

async function composeAndSend(desk: ReviewDesk, detail: ReviewDetail, { question, ...act }: Composed): Promise<Step> {
  let current = detail;
  for (;;) {
    const draft = await composeText(desk, current, question);
    if (draft === null) return again(detail);
    const decision = withDraft(act, draft);
    const key = await confirmPreview(desk, detail, decision);
    if (key === 'enter') return sendDecision(desk, detail, decision);
    if (key === 'escape') return again(detail);
    await desk.settleDrafts();
    current = await desk.host.get(detail.review.id);
  }
}

async function confirmPreview(
  desk: ReviewDesk,
  { review }: ReviewDetail,
  decision: Decision,
): Promise<'enter' | 'e' | 'escape'> {
  const { output } = desk.context;
  const answer = await desk.host.preview(review.id, decision);
  await showPaged(desk.context, `\n${output.paint('bold', words.confirm.willRead)}\n\n${showControls(answer)}`);
  output.tell('');
  return ask(desk, ['enter', 'e', 'escape'], words.confirm.send);
}

/** Lets the person write comments between the plan's lines, in their editor. */
export async function commentOnLines(desk: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const { context } = desk;
  if (detail.text === null) return again(detail);
  const draft = desk.readDraft(detail);
  const file = formatCommentFile({
    text: detail.text,
    comments: draft.comments,
    help: words.comments.help.split('\n'),
  });
  const edited = await editText(context.surroundings, file, 'COMMENTS.txt');
  if (edited.status === 'failed') context.output.tell(words.compose.editorFailed(edited.exitCode, edited.file));
  else keepComments(desk, detail, { draft, plan: detail.text, edited: edited.text });
  await desk.settleDrafts();
  return again(detail);
}

interface EditedComments {
  readonly draft: Draft;
  readonly plan: string;
  readonly edited: string;
}

function keepComments(
  { context, keepDraft }: ReviewDesk,
  { review }: ReviewDetail,
  { draft, plan, edited }: EditedComments,
): void {
  const { output } = context;
  if (edited.trim() === '') {
    output.tell(words.comments.emptied);
    return;
  }
  const { comments, removedLines } = parseCommentFile(edited, plan);
  keepDraft(review.id, { text: draft.text, comments });
  if (removedLines.length > 0) output.tell(output.paint('yellow', words.comments.removed(removedLines)));
  output.tell(words.comments.kept(comments.length));
}

/** Takes the changed file as the next revision of the same waiting call. */
export async function rereadFile({ host }: ReviewDesk, detail: ReviewDetail): Promise<Step> {
  const { review } = await host.reread(detail.review.id);
  return { kind: 'again', reviewId: review.id };
}

/** Asks with the keys that answer; nobody else's decision ends these short questions: sending tells. */
async function ask<Key extends string>({ context }: ReviewDesk, keys: readonly Key[], question: string): Promise<Key> {
  context.output.tell(question);
  const key = await readKey(context.surroundings, { keys });
  if (key === null) throw new Error('A question that nothing aborts was aborted.');
  return key;
}

function again({ review }: ReviewDetail): Step {
  return { kind: 'again', reviewId: review.id };
}
