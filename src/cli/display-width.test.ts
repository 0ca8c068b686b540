import { describe, expect, test } from 'vitest';
import { displayWidth } from '../plans/index.ts';
import { fitWidth, flowItems, padWidth, wrapWords } from './display-width.ts';

describe('the width of a text', () => {
  test.each([
    ['plan', 4],
    ['', 0],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['한글', 4],
    ['👩‍💻', 2],
    ['⚠\ufe0f', 2],
    ['…', 1],
    ['·', 1],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test('is cut at either end, between whole characters', () => {
    expect(fitWidth('漢字漢字', 5)).toBe('漢字…');
    expect(fitWidth('漢字漢字', 4)).toBe('漢…');
    expect(fitWidth('plans/a.md', 6, 'start')).toBe('…/a.md');
    expect(fitWidth('plan', 4)).toBe('plan');
    expect(fitWidth('plan', 0)).toBe('');
  });

  test('is filled with blanks', () => {
    expect(padWidth('漢', 4)).toBe('漢  ');
    expect(padWidth('plan', 2)).toBe('plan');
  });
});

describe('wrapping', () => {
  test('breaks between words, keeps line ends, and leaves a long word whole', () => {
    expect(wrapWords('one two three\nhttp://127.0.0.1:4000/abc four', 9)).toBe(
      'one two\nthree\nhttp://127.0.0.1:4000/abc\nfour',
    );
  });

  test('counts no columns for looks', () => {
    expect(flowItems(['\u001b[1m[A]\u001b[22m yes', '[B] no'], '  ', 15)).toEqual([
      '\u001b[1m[A]\u001b[22m yes  [B] no',
    ]);
    expect(flowItems(['[A] yes', '[B] no'], '  ', 14)).toEqual(['[A] yes', '[B] no']);
  });
});
