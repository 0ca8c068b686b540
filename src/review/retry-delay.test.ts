import { expect, test } from 'vitest';
import { addSetback, retryDelay } from './retry-delay.ts';

test.each([
  { status: 'failed' as const, count: 1, delayMs: 1_000 },
  { status: 'failed' as const, count: 2, delayMs: 2_000 },
  { status: 'failed' as const, count: 10, delayMs: 512_000 },
  { status: 'failed' as const, count: 11, delayMs: 600_000 },
  { status: 'failed' as const, count: 5_000, delayMs: 600_000 },
  { status: 'busy' as const, count: 1, delayMs: 1_000 },
  { status: 'busy' as const, count: 2, delayMs: 2_000 },
  { status: 'busy' as const, count: 3, delayMs: 2_000 },
])('after $count × $status the next attempt is made in $delayMs ms', ({ status, count, delayMs }) => {
  expect(retryDelay({ status, count }, 1_000)).toBe(delayMs);
});

test('setbacks of one kind are counted, another kind begins anew', () => {
  const twice = addSetback(addSetback(undefined, 'busy'), 'busy');

  expect(twice).toEqual({ status: 'busy', count: 2 });
  expect(addSetback(twice, 'failed')).toEqual({ status: 'failed', count: 1 });
});
