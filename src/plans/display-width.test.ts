import { expect, test } from 'vitest';
import { displayWidth, splitGraphemes } from './display-width.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['日本語', 6],
  ['한글', 4],
  ['\u1112\u1161\u11ab', 2],
  ['ＡＢ', 4],
  ['。、', 4],
  ['👩‍👩‍👧', 2],
  ['👍🏽', 2],
  ['❤️', 2],
  ['❤', 1],
  ['1️⃣', 2],
  ['🇰🇷', 2],
  ['✅❌', 4],
  ['☐☑', 2],
  ['│─', 2],
  ['שלום', 4],
  ['a日b', 4],
])('%s takes %i columns', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test('an emoji of several code points is one character', () => {
  expect(splitGraphemes('a👩‍💻e\u0301')).toEqual(['a', '👩‍💻', 'e\u0301']);
});
