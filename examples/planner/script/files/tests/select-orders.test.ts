import assert from 'node:assert/strict';
import test from 'node:test';
import { selectSince } from '../src/select-orders.ts';
import { orders } from './sample.ts';

test('the day itself counts, from its first second in UTC', () => {
  const ids = selectSince(orders, '2026-02-03').map(({ id }) => id);

  assert.deepEqual(ids, ['A-1005', 'A-1006', 'A-1007', 'A-1008']);
});

test('what is no day is refused', () => {
  for (const text of ['2026-02-30', '2026-2-1', 'yesterday', '']) assert.throws(() => selectSince(orders, text), /is no day/);
});
