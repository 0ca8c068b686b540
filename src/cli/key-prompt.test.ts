import { describe, expect, test } from 'vitest';
import { createChunkReader } from './key-prompt.ts';

describe('what a terminal sends', () => {
  test.each([
    ['a', 'a'],
    ['A', 'a'],
    ['\r', 'enter'],
    ['\n', 'enter'],
    ['\u001b', 'escape'],
    ['\u0003', 'ctrl-c'],
    ['x', null],
    ['\u001b[A', null],
    ['', null],
  ])('%j is the key %s', (text, key) => {
    expect(createChunkReader(['a', 'enter', 'escape'])(text)).toBe(key);
  });

  test('all at once counts as its first key only', () => {
    expect(createChunkReader(['a', 'enter'])('a\r\r')).toBe('a');
  });

  test('between the marks of a paste is no key, however it is split', () => {
    const read = createChunkReader(['a', 'enter']);

    const keys = ['\u001b[200~a', 'a', '\r', 'a\u001b[201~', 'a'].map(read);

    expect(keys).toEqual([null, null, null, null, 'a']);
  });
});
