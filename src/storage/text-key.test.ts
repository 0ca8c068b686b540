import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText, decodeKey, encodeKey } from './text-key.ts';

const anyText = fc.string({ unit: 'binary' });
const oddText = fc
  .array(fc.constantFrom('a', '"', '\\', '\0', '\ud83d', '\ude00', '\uffff', '\ue000', '😀'))
  .map((units) => units.join(''));
const texts = fc.oneof(anyText, oddText);

test('a key reads back as the string it was made of, and every database keeps it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const key = encodeKey(text);
      expect(key.isWellFormed()).toBe(true);
      expect(key).not.toContain('\0');
      expect(decodeKey(key)).toBe(text);
    }),
  );
});

test('ordinary ids are their own keys', () => {
  expect(encodeKey('0192f0c1-7d2e-4c1b-9d9c-3c1f2b8a4d55')).toBe('0192f0c1-7d2e-4c1b-9d9c-3c1f2b8a4d55');
  expect(encodeKey('plans/Größe 漢字 😀.md')).toBe('plans/Größe 漢字 😀.md');
});

test('strings are ordered as their UTF-8 bytes are', () => {
  const wellFormed = texts.map((text) => text.toWellFormed());
  fc.assert(
    fc.property(wellFormed, wellFormed, (one, other) => {
      expect(Math.sign(compareText(one, other))).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
    }),
  );
});
