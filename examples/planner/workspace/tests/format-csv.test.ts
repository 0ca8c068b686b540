import assert from 'node:assert/strict';
import test from 'node:test';
import { formatCsv } from '../src/format-csv.ts';
import { orders } from './sample.ts';

const lines = formatCsv(orders).split('\n');

test('the first line names the columns', () => {
  assert.equal(lines[0], 'id,placed_at,customer,status,items,total,currency');
});

test('every order is one line', () => {
  assert.equal(lines.length, orders.length + 2);
  assert.equal(lines[1], 'A-1001,2026-01-05T09:12:44Z,Nora Lindqvist,paid,1,49.90,EUR');
});

test('a comma and a quotation mark are quoted', () => {
  assert.match(lines[2] ?? '', /"Okafor, Ada"/);
  assert.match(lines[4] ?? '', /"Max ""Mac"" Keller"/);
});
