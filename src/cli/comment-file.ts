import type { CommentKind, ReviewComment } from '../core/index.ts';
import { planLines, planSections, showControls } from '../plans/index.ts';

/** A plan on its way through an editor. */
export interface CommentedPlan {
  readonly text: string;
  readonly comments: readonly ReviewComment[];
  /** Lines of help at the head of the file. */
  readonly help: readonly string[];
}

/** What a person left in the editor. */
export interface ReadComments {
  /** In the order of the plan. */
  readonly comments: readonly ReviewComment[];
  /** Lines of the plan that were removed in the editor; a removal is no comment. */
  readonly removedLines: readonly number[];
}

/** Lines added below one line of the plan; 0 is above the first. */
interface Block {
  readonly line: number;
  readonly words: string[];
}

/** A comment as its words were found, before the plan's own text is put to it. */
interface FoundComment {
  readonly kind: CommentKind;
  readonly lines: readonly [number, number] | null;
  readonly words: string[];
}

const helpMark = '#:';
const lineEnd = /\r\n|\r|\n/;
const planLine = /^(\d+) *\| ?(.*)$/;
const opening = /^(?:(\d+)(?: *[-–] *(\d+))? *:(?=\s|$) *)?(?:(must|question|suggestion) *:(?=\s|$))? */i;

/**
 * Writes a plan for an editor: each line as `12 | text`, control characters as marks, each comment on lines of its own below
 * the lines it is about. Lines that begin with `#:` are help. {@link parseCommentFile} reads the file back.
 */
export function formatCommentFile({ text, comments, help }: CommentedPlan): string {
  const lines = planLines(text);
  const gutter = String(lines.length).length;
  const below = (line: number): readonly string[] =>
    comments.filter((comment) => Math.min(comment.lines?.[1] ?? 0, lines.length) === line).flatMap(formatComment);
  const body = lines.flatMap((line, index) => [
    `${String(index + 1).padEnd(gutter)} | ${showControls(line)}`.trimEnd(),
    ...below(index + 1),
  ]);
  return [...help.map((line) => `${helpMark} ${line}`.trimEnd()), ...below(0), ...body, ''].join('\n');
}

function formatComment({ kind, lines, text, replacement }: ReviewComment): readonly string[] {
  const range = lines === null || lines[0] === lines[1] ? '' : `${lines[0]}-${lines[1]}: `;
  const become = replacement === undefined ? [] : replacement.split('\n').map((line) => `> ${line}`);
  const [first = '', ...rest] = `${range}${kind}: ${text}`.split(lineEnd);
  return [first, ...rest.map((line) => (isSpecial(line) ? ` ${line}` : line)), ...become];
}

/** Whether a line inside a comment would be read as something else. One blank before it keeps it what it is. */
function isSpecial(line: string): boolean {
  const [, from, , kind] = opening.exec(line) ?? [];
  return from !== undefined || kind !== undefined || planLine.test(line) || line.startsWith(helpMark);
}

/**
 * Reads what a person wrote between the lines of a plan.
 *
 * - Lines added under a plan's line are a comment on it; lines added above the first are a comment on the whole plan.
 * - `12-16: …` at the beginning names other lines; `must:`, `question:` and `suggestion:` say how much it matters (default:
 *   must). Each such beginning starts a comment of its own.
 * - In a suggestion, lines that begin with `>` say what the commented lines should become. A plan's line that was changed in
 *   place is such a suggestion.
 *
 * @param file - what stands in the editor's file.
 * @param plan - the text that {@link formatCommentFile} was given.
 */
export function parseCommentFile(file: string, plan: string): ReadComments {
  const lines = planLines(plan);
  const { blocks, kept } = splitFile(file, lines.length);
  const changed = lines.flatMap((line, index) => suggestChange(index + 1, line, kept.get(index + 1)));
  const written = blocks.flatMap((block) => splitBlock(block, lines.length));
  const found = [...written.map(readReplacement), ...changed].filter(
    ({ text, replacement }) => text !== '' || replacement !== undefined,
  );
  const comments = found
    .map((comment) => quotePlan(comment, plan))
    .sort((one, other) => (one.lines?.[0] ?? 0) - (other.lines?.[0] ?? 0));
  return {
    comments: comments.map((comment, index) => ({ id: `C${index + 1}`, ...comment })),
    removedLines: lines.map((_, index) => index + 1).filter((number) => !kept.has(number)),
  };
}

/** Tells the plan's lines from those a person added. A copied plan line inside a comment belongs to the comment: its number does not grow. */
function splitFile(
  file: string,
  lineCount: number,
): { readonly blocks: readonly Block[]; readonly kept: ReadonlyMap<number, string> } {
  const kept = new Map<number, string>();
  let block: Block = { line: 0, words: [] };
  const blocks = [block];
  for (const line of file.split(lineEnd)) {
    if (line.startsWith(helpMark)) continue;
    const [, digits, text = ''] = planLine.exec(line) ?? [];
    const number = Number(digits);
    if (number > block.line && number <= lineCount) {
      kept.set(number, text);
      block = { line: number, words: [] };
      blocks.push(block);
    } else {
      block.words.push(line);
    }
  }
  return { blocks, kept };
}

function splitBlock({ line, words }: Block, lineCount: number): readonly FoundComment[] {
  const below = line === 0 ? null : ([line, line] as const);
  const comments: FoundComment[] = [{ kind: 'must', lines: below, words: [] }];
  for (const text of words) {
    const opened = openComment(text, lineCount);
    if (opened === null) comments.at(-1)?.words.push(text);
    else comments.push({ ...opened, lines: opened.lines ?? below });
  }
  return comments;
}

/** A comment that begins with this line; `null` for one that goes on. A number that is no line of the plan is only a number. */
function openComment(text: string, lineCount: number): FoundComment | null {
  const [prefix = '', from, to, kind] = opening.exec(text) ?? [];
  const lines = from === undefined ? null : readRange(from, to ?? from, lineCount);
  const isOpening = from === undefined ? kind !== undefined : lines !== null;
  return isOpening ? { kind: readKind(kind), lines, words: [text.slice(prefix.length)] } : null;
}

function readRange(from: string, to: string, lineCount: number): readonly [number, number] | null {
  const [first, last] = [Number(from), Number(to)];
  return first >= 1 && first <= last && last <= lineCount ? [first, last] : null;
}

function readKind(word: string | undefined): CommentKind {
  const kind = word?.toLowerCase();
  return kind === 'question' || kind === 'suggestion' ? kind : 'must';
}

function readReplacement({ kind, lines, words }: FoundComment): Omit<ReviewComment, 'id'> {
  const isBecome = (line: string): boolean => kind === 'suggestion' && lines !== null && line.startsWith('>');
  const become = words.filter(isBecome).map((line) => line.replace(/^> ?/, ''));
  const text = trimBlankLines(words.filter((line) => !isBecome(line)));
  return { kind, lines, text, ...(become.length === 0 ? {} : { replacement: become.join('\n') }) };
}

function trimBlankLines(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

/** Editors trim the ends of lines; that is no change. */
function suggestChange(
  line: number,
  original: string,
  found: string | undefined,
): readonly Omit<ReviewComment, 'id'>[] {
  if (found === undefined || found.trimEnd() === showControls(original).trimEnd()) return [];
  return [{ kind: 'suggestion', lines: [line, line], text: '', replacement: found }];
}

function quotePlan(comment: Omit<ReviewComment, 'id'>, plan: string): Omit<ReviewComment, 'id'> {
  const { lines } = comment;
  if (lines === null) return comment;
  const under = planSections(plan).findLast(({ line }) => line <= lines[0]);
  return {
    ...comment,
    quote: planLines(plan)
      .slice(lines[0] - 1, lines[1])
      .join('\n'),
    ...(under === undefined ? {} : { heading: under.text }),
  };
}
