import type { VNode } from 'preact';
import { formatMoment } from './format-time.ts';
import { messages } from './language.ts';
import type { DraftState } from './page-state.ts';

/** Says whether what was typed is safe. */
export function DraftLine({ draft }: { readonly draft: DraftState }): VNode {
  return (
    <p class={`draft-line${draft.status === 'failed' ? ' is-failed' : ''}`} role="status">
      {toText(draft)}
    </p>
  );
}

function toText({ status, savedAt }: DraftState): string {
  switch (status) {
    case 'none':
      return '';
    case 'unsaved':
    case 'saving':
      return messages.draftSaving;
    case 'saved':
      return savedAt === null ? '' : messages.draftSaved(formatMoment(savedAt));
    case 'failed':
      return messages.draftFailed;
  }
}
