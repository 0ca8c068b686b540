import assert from 'node:assert/strict';
import test from 'node:test';
import { formatJsonl } from '../src/format-jsonl.ts';
import { orders } from './sample.ts';

const records = formatJsonl(orders)
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

test('every order is one line of JSON', () => {
  assert.deepEqual(
    records.map(({ id }) => id),
    orders.map(({ id }) => id),
  );
});

test('amounts are texts with two decimals', () => {
  assert.equal(records[1].total, '76.90');
  assert.deepEqual(records[1].lines[0], { sku: 'CUP-4', quantity: 6, price: '8.90' });
});

test('no orders give an empty text', () => {
  assert.equal(formatJsonl([]), '');
});
