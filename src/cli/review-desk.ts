import type { Decision, DecisionAuthor, ReviewComment } from '../core/index.ts';
import type { ReviewDetail, ReviewHost } from '../review/index.ts';
import { describeAuthor, readReviewerName } from './author.ts';
import type { CommandContext } from './command-context.ts';
import { toLine } from './review-view.ts';
import { words } from './words.ts';

/** What an action at a desk led to: another look at a review, or the end. */
export type Step = { readonly kind: 'again'; readonly reviewId: string } | { readonly kind: 'done' };

/** What a person has typed and not sent. */
export interface Draft {
  readonly text: string;
  readonly comments: readonly ReviewComment[];
}

/** Where one person reviews plans at a terminal. */
export interface ReviewDesk {
  readonly context: CommandContext;
  readonly host: ReviewHost;
  /** What this person has typed on this review; empty when nothing. */
  readDraft(detail: ReviewDetail): Draft;
  /** Keeps it from here on. Returns at once; a failure is told to the person. */
  keepDraft(reviewId: string, draft: Draft): void;
  /** Settles when all that was kept is stored. */
  settleDrafts(): Promise<void>;
}

/** How long typing may go on before it is stored. */
const keepMs = 400;

/** Opens a desk for the account this process runs under. */
export function createReviewDesk(context: CommandContext, host: ReviewHost): ReviewDesk {
  const reviewer = readReviewerName();
  let unsaved: { readonly reviewId: string; readonly draft: Draft } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<unknown> = Promise.resolve();
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (unsaved === null) return;
    const { reviewId, draft } = unsaved;
    unsaved = null;
    saving = saving
      .then(() => host.saveDraft(reviewId, { reviewer, ...draft }))
      .catch((error: unknown) =>
        context.output.tell(words.draft.notSaved(toLine(error instanceof Error ? error.message : String(error)))),
      );
  };
  return {
    context,
    host,
    readDraft({ drafts }) {
      const own = drafts.find((draft) => draft.reviewer === reviewer);
      return { text: own?.text ?? '', comments: own?.comments ?? [] };
    },
    keepDraft(reviewId, draft) {
      unsaved = { reviewId, draft };
      timer ??= setTimeout(save, keepMs);
    },
    async settleDrafts() {
      save();
      await saving;
    },
  };
}

/** Whether there is anything in a draft. */
export function isEmptyDraft({ text, comments }: Draft): boolean {
  return text.trim() === '' && comments.length === 0;
}

/** A decision on exactly what this person was shown. */
export function nameShown(decision: Decision, { review }: ReviewDetail): Decision {
  const named = review.planSha256 === null ? {} : { planSha256: review.planSha256 };
  return { ...decision, ...named, revision: review.revision };
}

/** How a draft of the text and comments is sent with a decision. */
export function withDraft(decision: Decision, { text, comments }: Draft): Decision {
  return {
    ...decision,
    ...(text.trim() === '' ? {} : { feedback: text }),
    ...(comments.length === 0 ? {} : { comments }),
  };
}

/** Who decides at this desk. */
export const deskAuthor: DecisionAuthor = describeAuthor('terminal');
