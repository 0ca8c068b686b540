const longestBusyMs = 2_000;
const longestFailedMs = 600_000;

/** How often an attempt has not worked out, one kind after the other. */
export interface Setbacks {
  readonly status: 'busy' | 'failed';
  /** How many of this kind in a row, from 1. */
  readonly count: number;
}

/** How long to wait before the next attempt: doubling, up to 2 seconds for a busy run and 10 minutes after a failure. */
export function retryDelay({ status, count }: Setbacks, firstMs: number): number {
  const longest = status === 'busy' ? longestBusyMs : longestFailedMs;
  return Math.min(longest, firstMs * 2 ** Math.min(count - 1, 30));
}

/** The setbacks after one more. */
export function addSetback(before: Setbacks | undefined, status: Setbacks['status']): Setbacks {
  return { status, count: before?.status === status ? before.count + 1 : 1 };
}
