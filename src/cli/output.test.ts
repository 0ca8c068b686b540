import { expect, test } from 'vitest';
import { formatJsonLine } from './output.ts';

test('a line of JSON holds no character that a terminal obeys, and the same value', () => {
  const value = { text: 'a\u001b[31m\u009b31m\u202e\u2028\u007fb\n', other: '漢字 👩‍💻' };

  const line = formatJsonLine(value);

  expect(line).toMatch(/^[^\p{Cc}\p{Zl}\u202e]*$/u);
  expect(JSON.parse(line)).toEqual(value);
  expect(line).toContain('漢字 👩‍💻');
});
