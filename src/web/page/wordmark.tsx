import type { VNode } from 'preact';

/** The product's name and mark. */
export function Wordmark(): VNode {
  return (
    <p class="wordmark">
      <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="mark-ground" />
        <path d="M8.5 16.5l5 5L23.5 10.5" class="mark-tick" />
      </svg>
      countersign
    </p>
  );
}
