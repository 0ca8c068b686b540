import { expect, test } from 'vitest';
import { timeOrderedId } from './index.ts';

test('an id is a UUID of version 7 that sorts by its time', () => {
  const [early, late] = [timeOrderedId(1_700_000_000_000), timeOrderedId(1_700_000_000_001)];

  expect(early).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
});

test('ids of one moment differ', () => {
  const ids = new Set(Array.from({ length: 1000 }, () => timeOrderedId(0)));

  expect(ids.size).toBe(1000);
});
