import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showControls, showControlsInLine } from './show-controls.ts';

test.each([
  ['an escape sequence', '\u001b[31mred', '␛[31mred'],
  ['C0 controls but line feed and tab', 'a\0b\bc\r\u007f\n\td', 'a␀b␈c␍␡\n\td'],
  ['CRLF', 'a\r\nb\r\n', 'a\nb\n'],
  ['C1 controls', '\u009b31m\u0085', '<U+009B>31m<U+0085>'],
  ['direction controls', 'a\u202eb\u2066c\u200f', 'a<U+202E>b<U+2066>c<U+200F>'],
  ['separators', 'a\u2028b\u2029', 'a<U+2028>b<U+2029>'],
  ['invisible characters', 'a\u200bb\ufeff\u00ad\u3164\u2060', 'a<U+200B>b<U+FEFF><U+00AD><U+3164><U+2060>'],
  ['many of one', `a${'\u200b'.repeat(1000)}b`, 'a<U+200B ×1000>b'],
  ['a lone surrogate', 'a\ud800b', 'a<U+D800>b'],
  ['hidden tags', 'a\u{e0041}\u{e0042}', 'a<U+E0041><U+E0042>'],
  ['a joiner between letters', 'a\u200db', 'a<U+200D>b'],
  ['variation selectors that carry data', 'a\ufe00\ufe01\u{e0100}', 'a\ufe00<U+FE01><U+E0100>'],
])('%s become visible marks', (_name, text, shown) => {
  expect(showControls(text)).toBe(shown);
});

test.each([
  ['an emoji of several', '👩‍👩‍👧 👩🏽‍💻 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['Persian with a non-joiner', 'می‌خواهم'],
  ['Hindi with a joiner', 'क्‍ष'],
  ['a variant of a Han character', '葛\u{e0100}'],
  ['an Arabic number sign', '\u0600\u0661'],
  ['accents as marks of their own', 'e\u0301'],
])('%s stays as it is', (_name, text) => {
  expect(showControls(text)).toBe(text);
});

test('line feeds and tabs become marks too where text must stay on one line', () => {
  expect(showControlsInLine('a\nb\tc\r\nd')).toBe('a␊b␉c␊d');
});

const unsafe = /(?![\n\t])[\p{Cc}\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

test('no control character comes through, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(showControls(text)).not.toMatch(unsafe);
    }),
    { numRuns: 1000 },
  );
});
