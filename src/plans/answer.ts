import { type Decision, hasFeedback, InvalidInputError, type ReviewComment } from '../core/index.ts';
import { replaceHidden } from './hidden-characters.ts';
import { planLines } from './plan-lines.ts';

/** What {@link formatAnswer} says about the submission beside the decision. */
export interface AnswerContext {
  /** The plan's path, as the model named it. */
  readonly path: string;
  /** Counted from 1; left out of the text where nobody counted. */
  readonly revision?: number | undefined;
  /** The tool with which the model submits again. Default `submit_plan`. */
  readonly toolName?: string | undefined;
  /** Whether the agent has only a shell, and submits again with the command instead of a tool. Default: no. */
  readonly isShell?: boolean | undefined;
  /** The file that holds the text as the reviewer edited and approved it. */
  readonly editedPath?: string | undefined;
}

/** The longest answer that is given to a model, in bytes of UTF-8: 200,000. */
export const maxAnswerBytes = 200_000;

const approvedSentence = 'Plan approved. Proceed with implementation following the approved plan.';
const maxQuoteLines = 12;
const maxInlineQuote = 80;

/**
 * The text a model reads as the answer to its plan. The reviewer's words stand in it unchanged, line ends included, and
 * nothing in them is expanded.
 *
 * @see contract.md, "submitPlanTool", and review-ux.md §2.5
 */
export function formatAnswer(decision: Decision, context: AnswerContext): string {
  if (decision.action === 'approved') return formatApproval(decision, context);
  if (decision.stop === true) return formatStop(decision);
  return hasFeedback(decision) ? formatChanges(decision, context) : formatRefusal();
}

/**
 * Checks that an answer can be given whole.
 *
 * @throws {InvalidInputError} it is longer than {@link maxAnswerBytes}: to be shortened by its author, never cut.
 */
export function assertAnswerFits(text: string): void {
  const bytes = new TextEncoder().encode(text).byteLength;
  if (bytes <= maxAnswerBytes) return;
  const message =
    `the text for the model has ${bytes} bytes, ${bytes - maxAnswerBytes} more than the ${maxAnswerBytes} it may have. ` +
    'Shorten the feedback or the comments, or put the details into a file and name it';
  throw new InvalidInputError({ what: 'The decision', issues: [{ path: 'feedback', message }] });
}

function formatApproval(decision: Decision, { editedPath }: AnswerContext): string {
  const paragraphs = [approvedSentence];
  if (hasFeedback(decision)) {
    const notes = (decision.comments ?? []).map((comment, index) => formatNote(comment, index + 1));
    const feedback = isBlank(decision.feedback) ? [] : [decision.feedback ?? ''];
    const header = 'Notes to respect while implementing (do not resubmit because of them):';
    paragraphs.push([header, [...feedback, ...notes].join(feedback.length > 0 ? '\n\n' : '\n')].join('\n'));
  }
  if (editedPath !== undefined) {
    paragraphs.push(
      `The reviewer edited the plan before approving it. The approved text is in ${editedPath}: follow that text.`,
    );
  }
  return paragraphs.join('\n\n');
}

function formatStop(decision: Decision): string {
  const first = 'Plan not approved: stopped by the reviewer.';
  const words = hasFeedback(decision) ? [...feedbackBlock(decision, 'Reason:'), ...commentBlocks(decision)] : [];
  return [first, ...words, 'Do nothing more.'].join('\n\n');
}

function formatRefusal(): string {
  return "Plan not approved. Stop here, change nothing, and wait for the user's next message before you revise the plan.";
}

function formatChanges(decision: Decision, context: AnswerContext): string {
  const { path, revision } = context;
  const comments = decision.comments ?? [];
  const subject = revision === undefined ? path : `revision ${revision} of ${path}`;
  const count = comments.length === 0 ? '' : `: ${countComments(comments)}`;
  const ids =
    comments.length === 0 ? '' : ` Answer every comment (${comments.map(({ id }) => toLine(id)).join(', ')}) in it.`;
  return [
    'Plan not approved: changes requested.',
    ...feedbackBlock(decision, `User feedback${count} on ${subject}${isBlank(decision.feedback) ? '.' : ':'}`),
    ...commentBlocks(decision),
    `Revise the plan file, then ${howToResubmit(context)}.${ids}\n` +
      'Edit the file; do not rewrite untouched sections. Do not start implementation.',
  ].join('\n\n');
}

function howToResubmit({ toolName = 'submit_plan', isShell = false }: AnswerContext): string {
  return isShell
    ? 'put it up again with the command you used: `countersign review` with its path and `--wait`'
    : `call ${toolName} again with its path`;
}

function countComments(comments: readonly ReviewComment[]): string {
  const kinds = (['must', 'suggestion', 'question'] as const)
    .map((kind) => ({ kind, count: comments.filter((comment) => comment.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${kind}`);
  return `${comments.length} ${comments.length === 1 ? 'comment' : 'comments'} (${kinds.join(', ')})`;
}

function feedbackBlock({ feedback }: Decision, header: string): string[] {
  return isBlank(feedback) ? [header] : [header, feedback ?? ''];
}

function commentBlocks({ comments = [] }: Decision): string[] {
  return comments.map((comment) => {
    const parts = [toLine(comment.id), comment.kind, describeLines(comment.lines)];
    if (!isBlank(comment.heading)) parts.push(`under "${toLine(comment.heading ?? '')}"`);
    return [parts.join(' · '), ...excerpt(comment), comment.text].filter((part) => part !== '').join('\n');
  });
}

function formatNote(comment: ReviewComment, number: number): string {
  const quote = isBlank(comment.quote) ? '' : ` "${shortQuote(comment.quote ?? '')}"`;
  const suggestion = comment.replacement === undefined ? [] : excerpt(comment);
  return [`${number}. [${describeLines(comment.lines)}]${quote} — ${comment.text}`, ...suggestion].join('\n');
}

function shortQuote(quote: string): string {
  const line = toLine(quote);
  const characters = Array.from(line);
  return characters.length <= maxInlineQuote ? line : `${characters.slice(0, maxInlineQuote).join('')}…`;
}

function describeLines(lines: ReviewComment['lines']): string {
  if (lines === null) return 'whole plan';
  return lines[0] === lines[1] ? `line ${lines[0]}` : `lines ${lines[0]}-${lines[1]}`;
}

/** The quoted text in a fence, or, for a suggestion, what it should become as a diff. */
function excerpt({ quote, replacement }: ReviewComment): string[] {
  const quoted = planLines(quote ?? '');
  if (replacement === undefined) return quoted.length === 0 ? [] : [fence(cutQuote(quoted, ''), '')];
  const added = planLines(replacement).map((line) => `+ ${line}`);
  return [fence([...cutQuote(quoted, '- '), ...added], 'diff')];
}

function cutQuote(lines: readonly string[], prefix: string): string[] {
  const shown = lines.slice(0, maxQuoteLines).map((line) => prefix + line);
  const more = lines.length - shown.length;
  return more === 0 ? shown : [...shown, `(… ${more} more ${more === 1 ? 'line' : 'lines'})`];
}

function fence(lines: readonly string[], language: string): string {
  const text = lines.join('\n');
  const longest = (text.match(/~+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const marks = '~'.repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

function toLine(text: string): string {
  return replaceHidden(text, () => '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
