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
  readonly words?: readonly { readonly text: string; readonly isChanged: boolean }[] | undefined;
}

/** Lines that changed, with the unchanged lines around them. */
export interface DiffHunk {
  /** The heading of the new text under which the hunk begins; `null` before the first. */
  readonly heading: string | null;
  readonly lines: readonly DiffLine[];
}

/** What changed from one revision of a plan to another. */
export interface PlanDiff {
  readonly addedLines: number;
  readonly removedLines: number;
  readonly hunks: readonly DiffHunk[];
}
