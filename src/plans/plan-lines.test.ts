import { expect, test } from 'vitest';
import { decodePlan } from './plan-bytes.ts';
import { planLines } from './plan-lines.ts';

test.each([
  ['', []],
  ['\n', ['']],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\n', ['a', '']],
  ['a\r\nb\rc\nd', ['a', 'b', 'c', 'd']],
  ['a\u2028b\u0085c\fd\n', ['a\u2028b\u0085c\fd']],
])('the lines of %j are %j', (text, lines) => {
  expect(planLines(text)).toEqual(lines);
});

test('stored bytes are decoded with their byte order mark, and what is no UTF-8 is shown as such', () => {
  expect(decodePlan(new TextEncoder().encode('\ufeffé\r\n'))).toBe('\ufeffé\r\n');
  expect(decodePlan(new Uint8Array([0x61, 0xff]))).toBe('a\ufffd');
});
