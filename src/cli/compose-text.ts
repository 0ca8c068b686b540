import { showControls } from '../plans/index.ts';
import type { ReviewDetail } from '../review/index.ts';
import { editText } from './editor.ts';
import type { Draft, ReviewDesk } from './review-desk.ts';
import { readLines } from './text-prompt.ts';
import { words } from './words.ts';

/**
 * Lets a person type what goes with a decision, beginning with what they typed before. Each line is kept as a draft at once.
 *
 * @returns the draft then; `null` when the person went back.
 */
export async function composeText(desk: ReviewDesk, detail: ReviewDetail, question: string): Promise<Draft | null> {
  const { output, surroundings } = desk.context;
  const draft = desk.readDraft(detail);
  const keep = (text: string): Draft => {
    const kept = { text, comments: draft.comments };
    desk.keepDraft(detail.review.id, kept);
    return kept;
  };
  output.tell(`\n${output.paint('bold', question)}`);
  output.tell(output.paint('dim', words.compose.keys));
  if (draft.comments.length > 0) output.tell(output.paint('dim', words.compose.withComments(draft.comments.length)));
  if (draft.text !== '') output.print(showControls(draft.text));
  const typed = await readLines(surroundings, { before: draft.text, onLine: keep });
  const kept = keep(typed.text);
  if (typed.end === 'editor') return composeInEditor(desk, detail, kept);
  return typed.end === 'back' ? null : kept;
}

async function composeInEditor(desk: ReviewDesk, detail: ReviewDetail, draft: Draft): Promise<Draft | null> {
  const { output, surroundings } = desk.context;
  const edited = await editText(surroundings, draft.text, 'FEEDBACK.txt');
  if (edited.status === 'failed') {
    output.tell(words.compose.editorFailed(edited.exitCode, edited.file));
    return null;
  }
  const kept = { text: edited.text.replace(/\n$/, ''), comments: draft.comments };
  desk.keepDraft(detail.review.id, kept);
  return kept;
}
