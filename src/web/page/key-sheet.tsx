import type { VNode } from 'preact';
import { confirmKey } from './decision-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { messages } from './language.ts';

/** The list of keys. */
export function KeySheet({ onClose }: { readonly onClose: () => void }): VNode {
  const keys: readonly (readonly [string, string])[] = [
    ['A', messages.keyApprove],
    ['N', messages.keyNotes],
    ['R', messages.keyChanges],
    ['S', messages.keyStop],
    [confirmKey(), messages.keyConfirm],
    ['Esc', messages.keyEscape],
    ['U', messages.keyUndo],
    ['?', messages.keyHelp],
  ];
  return (
    <Dialog title={messages.keysTitle} onClose={onClose} className="key-sheet">
      <p class="dialog-what">{messages.keysNote}</p>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={onClose}>
          {messages.close}
        </button>
      </div>
    </Dialog>
  );
}
