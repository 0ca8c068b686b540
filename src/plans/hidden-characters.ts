// Kept as they are: an emoji flag's tags, a joiner inside an emoji, joiners after letters of scripts that join, one
// variation selector after what it varies, and format characters that have a glyph. Each is consumed before it is
// looked behind, so that ordinary text costs nothing.
const joiningScripts =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}';
const kept = [
  '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}',
  '\\u200d(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]\\u200d)(?=\\p{Extended_Pictographic})',
  `[\\u200c\\u200d](?<=(?![\\p{Cf}])[${joiningScripts}].)`,
  '[\\ufe00-\\ufe0f](?<=[^\\p{C}\\p{Z}\\p{DI}].)',
  '[\\u{e0100}-\\u{e01ef}](?<=\\p{Script=Han}.)',
  '[\\u180b-\\u180d\\u180f](?<=\\p{Script=Mongolian}.)',
  '[\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]',
  '[\\n\\t]',
].join('|');
const hidden = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}]';
const suspect = new RegExp(`(?![\\n\\t])${hidden}`, 'u');
let pattern: RegExp | undefined;

/**
 * Replaces every character that a reader cannot see and that can change what is seen: controls (all but line feed and
 * tab), bidirectional and other format characters, line and paragraph separators, fillers, lone surrogates.
 *
 * @param replace - given the code point, and how many of it stand in a row.
 */
export function replaceHidden(text: string, replace: (codePoint: number, count: number) => string): string {
  if (!suspect.test(text)) return text;
  pattern ??= new RegExp(`(${kept})|(${hidden})\\2*`, 'gu');
  return text.replace(pattern, (match: string, isKept: string | undefined) => {
    if (isKept !== undefined) return match;
    const codePoint = match.codePointAt(0) ?? 0;
    return replace(codePoint, match.length / String.fromCodePoint(codePoint).length);
  });
}

/** A code point as it is written: `U+202E`. */
export function toCodePointLabel(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

const names = new Map<number, string>([
  [0x0000, 'NULL'],
  [0x0007, 'BELL'],
  [0x0008, 'BACKSPACE'],
  [0x000b, 'LINE TABULATION'],
  [0x000c, 'FORM FEED'],
  [0x000d, 'CARRIAGE RETURN'],
  [0x001b, 'ESCAPE'],
  [0x007f, 'DELETE'],
  [0x0085, 'NEXT LINE'],
  [0x009b, 'CONTROL SEQUENCE INTRODUCER'],
  [0x00ad, 'SOFT HYPHEN'],
  [0x061c, 'ARABIC LETTER MARK'],
  [0x200b, 'ZERO WIDTH SPACE'],
  [0x200c, 'ZERO WIDTH NON-JOINER'],
  [0x200d, 'ZERO WIDTH JOINER'],
  [0x200e, 'LEFT-TO-RIGHT MARK'],
  [0x200f, 'RIGHT-TO-LEFT MARK'],
  [0x2028, 'LINE SEPARATOR'],
  [0x2029, 'PARAGRAPH SEPARATOR'],
  [0x202a, 'LEFT-TO-RIGHT EMBEDDING'],
  [0x202b, 'RIGHT-TO-LEFT EMBEDDING'],
  [0x202c, 'POP DIRECTIONAL FORMATTING'],
  [0x202d, 'LEFT-TO-RIGHT OVERRIDE'],
  [0x202e, 'RIGHT-TO-LEFT OVERRIDE'],
  [0x2060, 'WORD JOINER'],
  [0x2066, 'LEFT-TO-RIGHT ISOLATE'],
  [0x2067, 'RIGHT-TO-LEFT ISOLATE'],
  [0x2068, 'FIRST STRONG ISOLATE'],
  [0x2069, 'POP DIRECTIONAL ISOLATE'],
  [0x3164, 'HANGUL FILLER'],
  [0xfeff, 'ZERO WIDTH NO-BREAK SPACE'],
]);

/** A code point with its name where it has a well-known one: `U+202E RIGHT-TO-LEFT OVERRIDE`. */
export function describeCodePoint(codePoint: number): string {
  const name = names.get(codePoint);
  const label = toCodePointLabel(codePoint);
  if (name !== undefined) return `${label} ${name}`;
  if (codePoint < 0x20 || (codePoint > 0x7f && codePoint < 0xa0)) return `${label} CONTROL`;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return `${label} LONE SURROGATE`;
  return `${label} INVISIBLE CHARACTER`;
}
