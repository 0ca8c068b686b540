import assert from 'node:assert/strict';
import test from 'node:test';
import { readOrders } from '../src/read-orders.ts';
import { orders } from './sample.ts';

test('the sample dump holds eight orders', () => {
  assert.equal(orders.length, 8);
});

test('what is no order is refused with its place', () => {
  const [first] = orders;

  assert.throws(() => readOrders(JSON.stringify([first, { id: 'A-1' }])), /Order 1 of the dump/);
  assert.throws(() => readOrders('{}'), /not a list/);
});
