import type { DiffHunk, DiffLine, LineEnds, PlanDiff } from './diff.ts';
import { markChangedWords } from './diff-words.ts';
import { planLines } from './plan-lines.ts';
import { type PlanSection, planSections } from './plan-sections.ts';

/** Options of {@link diffPlans}. */
export interface DiffPlansOptions {
  /** How many unchanged lines stand before and after a change, from 0; `Infinity` for all. Default 3. */
  readonly contextLines?: number | undefined;
}

type DiffArrays = typeof import('diff').diffArrays;

// Beyond these two texts have next to nothing in common, and the search would take seconds.
const maxEditLength = 4000;
const timeoutMs = 1000;

/** The door's `diffPlans`, whole. */
export async function diffPlans(oldText: string, newText: string, options: DiffPlansOptions = {}): Promise<PlanDiff> {
  const { diffArrays } = await import('diff');
  const lines = markChangedWords(toDiffLines(withoutMark(oldText), withoutMark(newText), diffArrays), diffArrays);
  return {
    addedLines: countKind(lines, 'added'),
    removedLines: countKind(lines, 'removed'),
    hunks: toHunks(lines, readContext(options), planSections(newText)),
    ...compareEnds(oldText, newText),
  };
}

function withoutMark(text: string): string[] {
  return planLines(text.replace(/^\ufeff/, ''));
}

function readContext({ contextLines = 3 }: DiffPlansOptions): number {
  return Number.isNaN(contextLines) ? 3 : Math.max(0, Math.floor(contextLines));
}

function countKind(lines: readonly DiffLine[], kind: DiffLine['kind']): number {
  return lines.reduce((count, line) => (line.kind === kind ? count + 1 : count), 0);
}

function toDiffLines(oldLines: readonly string[], newLines: readonly string[], diffArrays: DiffArrays): DiffLine[] {
  const lines: DiffLine[] = [];
  let oldIndex = 0;
  let newIndex = 0;
  const end = { oldIndex: oldLines.length, newIndex: newLines.length };
  for (const match of [...matchLines(oldLines, newLines, diffArrays), end]) {
    for (; oldIndex < match.oldIndex; oldIndex += 1) {
      lines.push({ kind: 'removed', text: oldLines[oldIndex] ?? '', oldLine: oldIndex + 1, newLine: null });
    }
    for (; newIndex < match.newIndex; newIndex += 1) {
      lines.push({ kind: 'added', text: newLines[newIndex] ?? '', oldLine: null, newLine: newIndex + 1 });
    }
    if (match === end) break;
    lines.push({ kind: 'same', text: oldLines[oldIndex] ?? '', oldLine: oldIndex + 1, newLine: newIndex + 1 });
    oldIndex += 1;
    newIndex += 1;
  }
  return lines;
}

interface LineMatch {
  readonly oldIndex: number;
  readonly newIndex: number;
}

/** The lines that stand in both texts, in order. */
function matchLines(oldLines: readonly string[], newLines: readonly string[], diffArrays: DiffArrays): LineMatch[] {
  // A line that only one text has cannot match: left out, the search is quick also where much was rewritten.
  const oldShared = findShared(oldLines, new Set(newLines));
  const newShared = findShared(newLines, new Set(oldLines));
  const edits = diffArrays(
    oldShared.map((index) => oldLines[index]),
    newShared.map((index) => newLines[index]),
    { maxEditLength, timeout: timeoutMs },
  );
  const matches: LineMatch[] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const { count, added, removed } of edits ?? []) {
    const isShared = !added && !removed;
    if (isShared) addMatches(matches, oldShared.slice(oldAt, oldAt + count), newShared.slice(newAt, newAt + count));
    oldAt += added ? 0 : count;
    newAt += removed ? 0 : count;
  }
  return matches;
}

function addMatches(matches: LineMatch[], oldIndexes: readonly number[], newIndexes: readonly number[]): void {
  for (const [place, oldIndex] of oldIndexes.entries()) {
    const newIndex = newIndexes[place];
    if (newIndex !== undefined) matches.push({ oldIndex, newIndex });
  }
}

function findShared(lines: readonly string[], others: ReadonlySet<string>): number[] {
  return lines.flatMap((line, index) => (others.has(line) ? [index] : []));
}

function toHunks(lines: readonly DiffLine[], context: number, sections: readonly PlanSection[]): DiffHunk[] {
  const hunks: DiffHunk[] = [];
  let first = findChange(lines, 0);
  while (first !== -1) {
    const last = findLastChange(lines, first, context);
    hunks.push({
      heading: findHeading(lines, first, sections),
      lines: lines.slice(Math.max(0, first - context), Math.min(lines.length, last + context + 1)),
    });
    first = findChange(lines, last + 1);
  }
  return hunks;
}

function findChange(lines: readonly DiffLine[], from: number): number {
  let index = from;
  while (lines[index]?.kind === 'same') index += 1;
  return index < lines.length ? index : -1;
}

/** The last change that belongs to the hunk of the change at `first`: no more than twice the context lies between. */
function findLastChange(lines: readonly DiffLine[], first: number, context: number): number {
  let last = first;
  for (let next = first + 1; next < lines.length && next - last <= context * 2 + 1; next += 1) {
    if (lines[next]?.kind !== 'same') last = next;
  }
  return last;
}

function findHeading(lines: readonly DiffLine[], first: number, sections: readonly PlanSection[]): string | null {
  // The first line of the change that stands in the new text, else the line before it.
  let index = first;
  while (lines[index]?.kind === 'removed') index += 1;
  if (lines[index]?.kind !== 'added') index = first - 1;
  const line = lines[index]?.newLine ?? 0;
  return findSection(sections, line)?.text ?? null;
}

/** The last section that begins at or above a line; sections are in order. */
function findSection(sections: readonly PlanSection[], line: number): PlanSection | undefined {
  let low = 0;
  let high = sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sections[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return sections[low - 1];
}

function compareEnds(oldText: string, newText: string): Pick<PlanDiff, 'lineEnds' | 'finalLineEnd' | 'byteOrderMark'> {
  const from = readLineEnds(oldText);
  const to = readLineEnds(newText);
  const isOther = from !== to && from !== 'none' && to !== 'none';
  const finalLineEnd = compareMark(/[\r\n]$/.test(oldText), /[\r\n]$/.test(newText));
  const byteOrderMark = compareMark(oldText.startsWith('\ufeff'), newText.startsWith('\ufeff'));
  return {
    ...(isOther ? { lineEnds: { from, to } } : {}),
    ...(finalLineEnd === null ? {} : { finalLineEnd }),
    ...(byteOrderMark === null ? {} : { byteOrderMark }),
  };
}

function compareMark(had: boolean, has: boolean): 'added' | 'removed' | null {
  if (had === has) return null;
  return has ? 'added' : 'removed';
}

function readLineEnds(text: string): LineEnds {
  const kinds = new Set(text.match(/\r\n|\n|\r/g) ?? []);
  if (kinds.size === 0) return 'none';
  if (kinds.size > 1) return 'mixed';
  return kinds.has('\n') ? 'lf' : kinds.has('\r\n') ? 'crlf' : 'cr';
}
