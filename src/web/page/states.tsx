import type { VNode } from 'preact';
import type { Failure } from './api.ts';
import { messages } from './language.ts';
import { describeFailure } from './notices.tsx';
import { Wordmark } from './wordmark.tsx';

/** What the plan's place shows when no plan is waiting. */
export function EmptyInbox(): VNode {
  return (
    <div class="state">
      <h1>{messages.emptyInbox}</h1>
      <p>{messages.emptyInboxHow}</p>
      <pre>
        <code>{messages.emptyInboxCommand}</code>
      </pre>
      <p class="quiet">{messages.emptyInboxLive}</p>
    </div>
  );
}

/** What it shows while there are plans and none is chosen. */
export function ChoosePlan(): VNode {
  return (
    <div class="state state-choose">
      <h1>{messages.choosePlan}</h1>
    </div>
  );
}

/** What it shows while it is not known yet. */
export function Loading(): VNode {
  return (
    <div class="state" role="status">
      <p class="quiet">{messages.loading}</p>
    </div>
  );
}

/** What it shows when the server gave nothing. */
export function LoadFailure({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }): VNode {
  const isMissing = failure.code === 'REVIEW_NOT_FOUND';
  return (
    <div class="state" role="alert">
      <h1>{isMissing ? messages.reviewMissing : messages.loadFailed}</h1>
      {failure.code !== 'UNREACHABLE' && <p>{describeFailure(failure)}</p>}
      <button type="button" class="button" onClick={onRetry}>
        {messages.tryAgain}
      </button>
    </div>
  );
}

/** The whole page, for a browser that is not signed in. */
export function SignIn({ isWrong }: { readonly isWrong: boolean }): VNode {
  return (
    <main class="state state-whole">
      <Wordmark />
      <h1>{messages.signInTitle}</h1>
      <p>{isWrong ? messages.signInWrong : messages.signInMissing}</p>
      <p>{messages.signInHow}</p>
      <pre>
        <code>countersign serve</code>
      </pre>
    </main>
  );
}
