/** A line of a diff between two revisions. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** The line's text, without its line end. */
  readonly text: string;
  /** Line number in the old text from 1; `null` for an added line. */
  readonly oldLine: number | null;
  /** Line number in the new text from 1; `null` for a removed line. */
  readonly newLine: number | null;
  /** For a changed line beside its counterpart: its words, each marked when it differs. Absent for whole-line changes. */
  readonly words?: readonly DiffWord[] | undefined;
}

/** A part of a changed line. The parts of a line, joined, are its text. */
export interface DiffWord {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Lines that changed, with the unchanged lines around them. */
export interface DiffHunk {
  /** The heading of the new text under which the hunk's first change stands; `null` before the first heading. */
  readonly heading: string | null;
  readonly lines: readonly DiffLine[];
}

/** How the lines of a text end; `none` for a text of one line without an end. */
export type LineEnds = 'lf' | 'crlf' | 'cr' | 'mixed' | 'none';

/** What changed from one revision of a plan to another. Without any of its changes, the two texts are the same. */
export interface PlanDiff {
  readonly addedLines: number;
  readonly removedLines: number;
  readonly hunks: readonly DiffHunk[];
  /** Set where the lines end otherwise than before; such lines are no changed lines. */
  readonly lineEnds?: { readonly from: LineEnds; readonly to: LineEnds } | undefined;
  /** Set where a line end at the end of the text came or went. */
  readonly finalLineEnd?: 'added' | 'removed' | undefined;
  /** Set where a byte order mark at the beginning came or went. */
  readonly byteOrderMark?: 'added' | 'removed' | undefined;
}
