import type { VNode } from 'preact';
import { useCallback, useEffect, useId, useState } from 'preact/hooks';
import type { ReviewView } from '../wire.ts';
import { nameAgent } from './describe-agent.ts';
import { Dialog } from './dialog.tsx';
import { DraftLine } from './draft-line.tsx';
import { messages } from './language.ts';
import { ArrivalNotice, describeFailure } from './notices.tsx';
import { isBlank, type PageActions } from './page-actions.ts';
import type { DialogKind, PageState } from './page-state.ts';

/** The kinds of dialog that decide. */
type DecidingDialog = Exclude<DialogKind, 'keys'>;

/** Properties of {@link DecisionDialog}. */
export interface DecisionDialogProps {
  readonly kind: DecidingDialog;
  readonly review: ReviewView;
  readonly state: PageState;
  readonly actions: PageActions;
}

interface DialogWords {
  readonly title: string;
  readonly what: string | null;
  /** The label of the text box; `null` without one. */
  readonly label: string | null;
  readonly confirm: string;
}

function toWords(kind: DecidingDialog, review: ReviewView): DialogWords {
  const { revision, path } = review;
  const agent = nameAgent(review);
  switch (kind) {
    case 'approve':
      return {
        title: messages.approveTitle,
        what: messages.approveWhat(revision, path, agent),
        label: null,
        confirm: messages.approveConfirm,
      };
    case 'notes':
      return {
        title: messages.notesTitle,
        what: messages.notesHint,
        label: messages.notesLabel,
        confirm: messages.notesConfirm,
      };
    case 'changes':
      return {
        title: messages.changesTitle,
        what: messages.changesHint,
        label: messages.changesLabel,
        confirm: messages.changesConfirm,
      };
    case 'stop':
      return {
        title: messages.stopTitle,
        what: messages.stopWhat(agent),
        label: messages.stopLabel,
        confirm: messages.stopConfirm,
      };
  }
}

/** Says what a decision will do and shows what the agent will read; only its own button, or Ctrl+Enter, sends it. */
export function DecisionDialog({ kind, review, state, actions }: DecisionDialogProps): VNode {
  const words = toWords(kind, review);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const text = state.draft.text;
  const confirm = useCallback(() => {
    if (kind === 'notes' && isBlank(text)) return setNoteMissing(true);
    void actions.confirm();
  }, [actions, kind, text]);
  const fieldId = useId();
  const errorId = useId();
  return (
    <Dialog title={words.title} onClose={actions.close} onConfirm={confirm} className={`deciding deciding-${kind}`}>
      {words.what !== null && <p class="dialog-what">{words.what}</p>}
      {words.label !== null && (
        <div class="field">
          <label for={fieldId}>{words.label}</label>
          <textarea
            id={fieldId}
            rows={5}
            dir="auto"
            value={text}
            aria-describedby={isNoteMissing ? errorId : undefined}
            aria-invalid={isNoteMissing}
            onInput={(event) => {
              setNoteMissing(false);
              actions.type(event.currentTarget.value);
            }}
          />
          {isNoteMissing && (
            <p id={errorId} class="field-error" role="alert">
              {messages.notesMissing}
            </p>
          )}
          <DraftLine draft={state.draft} />
        </div>
      )}
      {kind === 'approve' && !isBlank(text) && <UnsentText onSend={() => actions.open('notes')} />}
      {kind === 'changes' && isBlank(text) && <p class="dialog-hint">{messages.changesEmpty(nameAgent(review))}</p>}
      <Preview kind={kind} text={kind === 'approve' ? '' : text} review={review} actions={actions} />
      <ArrivalNotice state={state} actions={actions} />
      {state.refusal !== null && (
        <p class="dialog-refusal" role="alert">
          {describeFailure(state.refusal)}
        </p>
      )}
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={actions.close}>
          {messages.cancel}
        </button>
        <button type="button" class={`button button-${kind}`} onClick={confirm} aria-disabled={state.isSending}>
          {state.isSending ? messages.sending : words.confirm}
        </button>
      </div>
      <p class="dialog-shortcut">{messages.shortcutConfirm(confirmKey())}</p>
    </Dialog>
  );
}

/** How the confirming key is called on this machine. */
export function confirmKey(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ Enter' : 'Ctrl+Enter';
}

function UnsentText({ onSend }: { readonly onSend: () => void }): VNode {
  return (
    <p class="dialog-hint">
      {messages.approveHasText}{' '}
      <button type="button" class="link-button" onClick={onSend}>
        {messages.approveSendNotes}
      </button>
    </p>
  );
}

const previewPauseMs = 200;

interface PreviewProps {
  readonly kind: DecidingDialog;
  readonly text: string;
  readonly review: ReviewView;
  readonly actions: PageActions;
}

function Preview({ kind, text, review, actions }: PreviewProps): VNode {
  const [shown, setShown] = useState<{ readonly text: string } | { readonly failed: string } | null>(null);
  const id = useId();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const answer = await actions.preview(kind, text);
        if (!isCurrent || answer === null) return;
        setShown(answer.isOk ? answer.value : { failed: answer.failure.message });
      },
      shown === null ? 0 : previewPauseMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, text, actions, review.id]);
  return (
    <section class="preview" aria-labelledby={id}>
      <h3 id={id}>{messages.previewTitle(nameAgent(review))}</h3>
      {shown === null && <p class="preview-wait">{messages.previewLoading}</p>}
      {shown !== null && 'failed' in shown && <p class="field-error">{messages.previewFailed(shown.failed)}</p>}
      {shown !== null && 'text' in shown && <pre class="preview-text">{shown.text}</pre>}
    </section>
  );
}
