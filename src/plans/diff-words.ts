import type { DiffLine, DiffWord } from './diff.ts';

type DiffArrays = typeof import('diff').diffArrays;

// Longer lines and larger blocks are shown whole: their words would not be read one by one.
const maxLineLength = 5000;
const maxPairings = 10_000;
const maxEditLength = 500;
const minSimilarity = 0.4;

interface TokenizedLine {
  readonly index: number;
  readonly tokens: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** How many words and marks it has, white space not counted. */
  readonly size: number;
}

/** Adds the changed words to each removed line that an added line of the same block takes the place of, and to that one. */
export function markChangedWords(lines: readonly DiffLine[], diffArrays: DiffArrays): DiffLine[] {
  const marked = [...lines];
  for (const { removed, added } of findBlocks(lines)) {
    for (const [left, right] of pairLines(removed, added)) {
      const words = compareWords(left, right, diffArrays);
      if (words === null) continue;
      setWords(marked, left.index, words.before);
      setWords(marked, right.index, words.after);
    }
  }
  return marked;
}

function setWords(lines: DiffLine[], index: number, words: readonly DiffWord[]): void {
  const line = lines[index];
  if (line !== undefined) lines[index] = { ...line, words };
}

interface Block {
  readonly removed: readonly TokenizedLine[];
  readonly added: readonly TokenizedLine[];
}

/** The runs of changed lines that hold both removed and added ones; the removed ones come first. */
function* findBlocks(lines: readonly DiffLine[]): Generator<Block> {
  for (let index = 0; index < lines.length; ) {
    const removed = takeRun(lines, index, 'removed');
    const added = takeRun(lines, index + removed.length, 'added');
    if (removed.length > 0 && added.length > 0) {
      yield { removed: tokenize(lines, removed), added: tokenize(lines, added) };
    }
    index += Math.max(1, removed.length + added.length);
  }
}

function takeRun(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number[] {
  const run: number[] = [];
  for (let index = from; lines[index]?.kind === kind; index += 1) run.push(index);
  return run;
}

let segmenter: Intl.Segmenter | undefined;

function tokenize(lines: readonly DiffLine[], indexes: readonly number[]): TokenizedLine[] {
  return indexes.map((index) => {
    const tokens = splitWords(lines[index]?.text ?? '');
    const counts = new Map<string, number>();
    let size = 0;
    for (const token of tokens) {
      if (token.trim() === '') continue;
      counts.set(token, (counts.get(token) ?? 0) + 1);
      size += 1;
    }
    return { index, tokens, counts, size };
  });
}

function splitWords(text: string): string[] {
  if (text.length > maxLineLength) return [];
  const isPlain = /^[\t -~]*$/.test(text);
  if (isPlain) return text.match(/\w+|[\t ]+|[^\w\t ]/g) ?? [];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

type LinePair = readonly [TokenizedLine, TokenizedLine];

/** Finds the pairs that are most alike and keep their order. */
function pairLines(removed: readonly TokenizedLine[], added: readonly TokenizedLine[]): LinePair[] {
  if (removed.length * added.length > maxPairings) return pairInOrder(removed, added);
  const { likeness, best, width } = scorePairs(removed, added);
  const pairs: LinePair[] = [];
  let a = 0;
  for (const [r, left] of removed.entries()) {
    // Added lines that are better left alone than paired with this line or a later one.
    while (a < added.length && at(best, r * width + a) === at(best, r * width + a + 1)) a += 1;
    const right = added[a];
    const cell = r * width + a;
    if (right === undefined || at(best, cell) !== at(likeness, cell) + at(best, cell + width + 1)) continue;
    // Pairing is best here, and it counts: were the likeness 0, leaving the added line alone would have been as good.
    pairs.push([left, right]);
    a += 1;
  }
  return pairs;
}

/** For each pair its likeness, and the largest sum of likenesses that it and what follows can reach. */
function scorePairs(removed: readonly TokenizedLine[], added: readonly TokenizedLine[]) {
  const width = added.length + 1;
  const likeness = new Float64Array((removed.length + 1) * width);
  const best = new Float64Array((removed.length + 1) * width);
  for (let r = removed.length - 1; r >= 0; r -= 1) {
    for (let a = added.length - 1; a >= 0; a -= 1) {
      const cell = r * width + a;
      likeness[cell] = compareLines(removed[r], added[a]);
      best[cell] = Math.max(
        at(likeness, cell) + at(best, cell + width + 1),
        at(best, cell + width),
        at(best, cell + 1),
      );
    }
  }
  return { likeness, best, width };
}

function at(cells: Float64Array, index: number): number {
  return cells[index] ?? 0;
}

function pairInOrder(removed: readonly TokenizedLine[], added: readonly TokenizedLine[]): LinePair[] {
  const pairs: LinePair[] = [];
  for (const [place, left] of removed.entries()) {
    const right = added[place];
    if (right !== undefined && compareLines(left, right) > 0) pairs.push([left, right]);
  }
  return pairs;
}

/** How alike two lines are, by the words they share: 0 for too little to be called the same line, else up to 1. */
function compareLines(left: TokenizedLine | undefined, right: TokenizedLine | undefined): number {
  if (left === undefined || right === undefined || left.size === 0 || right.size === 0) return 0;
  const [few, many] = left.counts.size <= right.counts.size ? [left, right] : [right, left];
  let shared = 0;
  for (const [token, count] of few.counts) shared += Math.min(count, many.counts.get(token) ?? 0);
  const similarity = (2 * shared) / (left.size + right.size);
  return similarity >= minSimilarity ? similarity : 0;
}

function compareWords(
  left: TokenizedLine,
  right: TokenizedLine,
  diffArrays: DiffArrays,
): { before: DiffWord[]; after: DiffWord[] } | null {
  const edits = diffArrays([...left.tokens], [...right.tokens], { maxEditLength });
  if (edits === undefined) return null;
  const before: DiffWord[] = [];
  const after: DiffWord[] = [];
  for (const { value, added, removed } of edits) {
    const text = value.join('');
    if (!added) before.push({ text, isChanged: removed });
    if (!removed) after.push({ text, isChanged: added });
  }
  return { before, after };
}
