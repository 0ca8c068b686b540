import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { DiffHunk, DiffLine, PlanDiff } from '../../plans/index.ts';
import type { DiffView as Diff, ReviewItem } from '../wire.ts';
import type { Failure } from './api.ts';
import { messages } from './language.ts';
import { describeFailure, Notice } from './notices.tsx';

/** Properties of {@link DiffView}. */
export interface DiffViewProps {
  readonly view: Diff | null;
  readonly failure: Failure | null;
  /** Revisions before this one, oldest first. */
  readonly bases: readonly ReviewItem[];
  readonly onBase: (baseId: string) => void;
}

/** What changed since another revision: a sentence, then each place under its heading. */
export function DiffView({ view, failure, bases, onBase }: DiffViewProps): VNode {
  if (failure !== null) return <Notice tone="warn" title={messages.loadFailed} text={describeFailure(failure)} />;
  if (view === null) return <p class="quiet">{messages.loading}</p>;
  if (view.base === null || view.diff === null) return <p class="quiet">{messages.diffNoBase}</p>;
  const { hunks } = view.diff;
  return (
    <div class="diff">
      <div class="diff-head">
        <p>{describeDiff(view.diff).join(' ')}</p>
        {bases.length > 1 && <BaseChoice bases={bases} chosen={view.base.id} onBase={onBase} />}
      </div>
      {hunks.map((hunk, index) => (
        <Hunk key={index} hunk={hunk} />
      ))}
    </div>
  );
}

/** The change in sentences: by lines, and what lines do not show. */
function describeDiff({
  addedLines,
  removedLines,
  hunks,
  lineEnds,
  finalLineEnd,
  byteOrderMark,
}: PlanDiff): readonly string[] {
  const hidden = [
    lineEnds === undefined ? '' : messages.lineEndsChanged(lineEnds.from, lineEnds.to),
    finalLineEnd === undefined ? '' : messages.finalLineEnd[finalLineEnd],
    byteOrderMark === undefined ? '' : messages.byteOrderMark[byteOrderMark],
  ].filter((sentence) => sentence !== '');
  if (hunks.length > 0) return [messages.diffSummary(addedLines, removedLines, hunks.length), ...hidden];
  return hidden.length > 0 ? hidden : [messages.diffNothing];
}

function BaseChoice({
  bases,
  chosen,
  onBase,
}: {
  readonly bases: readonly ReviewItem[];
  readonly chosen: string;
  readonly onBase: (baseId: string) => void;
}): VNode {
  const id = useId();
  return (
    <p class="diff-base">
      <label for={id}>{messages.diffBase}</label>
      <select id={id} value={chosen} onChange={(event) => onBase(event.currentTarget.value)}>
        {bases.map((base) => (
          <option key={base.id} value={base.id}>
            {messages.revision(base.revision)}
          </option>
        ))}
      </select>
    </p>
  );
}

function Hunk({ hunk }: { readonly hunk: DiffHunk }): VNode {
  const id = useId();
  return (
    <section class="hunk" aria-labelledby={id}>
      <h2 id={id}>{hunk.heading ?? messages.beforeFirstHeading}</h2>
      <div class="hunk-lines">
        {hunk.lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
    </section>
  );
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

function Line({ line }: { readonly line: DiffLine }): VNode {
  return (
    <div class={`diff-line diff-${line.kind}`}>
      <span class="diff-number" data-line={line.oldLine ?? ''} />
      <span class="diff-number" data-line={line.newLine ?? ''} />
      <span class="diff-sign" aria-hidden="true">
        {signs[line.kind]}
      </span>
      <LineText line={line} />
    </div>
  );
}

function LineText({ line }: { readonly line: DiffLine }): VNode {
  const text =
    line.words === undefined
      ? line.text
      : line.words.map((word, index) => (word.isChanged ? <mark key={index}>{word.text}</mark> : word.text));
  if (line.kind === 'same') return <span class="diff-text">{text}</span>;
  if (line.kind === 'added') {
    return (
      <ins class="diff-text">
        <span class="visually-hidden">{messages.added}: </span>
        {text}
      </ins>
    );
  }
  return (
    <del class="diff-text">
      <span class="visually-hidden">{messages.removed}: </span>
      {text}
    </del>
  );
}
