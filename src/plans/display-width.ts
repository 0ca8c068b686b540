const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f\u20e3/u;
const zeroWidth = /\p{Mn}|\p{Me}|\p{Cf}|[\u1160-\u11ff]/u;
const plain = /^[ -~]*$/;
// Without one of these, each code point is a character by itself, and the slow segmenter need not be asked.
const joining = /\p{M}|\p{Cf}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/u;

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
export function splitGraphemes(text: string): string[] {
  if (plain.test(text)) return text.split('');
  if (!joining.test(text)) return Array.from(text);
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many columns text takes in a terminal: two for a CJK character or an emoji, none for a combining mark. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  return splitGraphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** Whether a character takes two columns; a line may break before and after it. */
export function isWide(grapheme: string): boolean {
  return grapheme.length > 0 && !plain.test(grapheme) && (emoji.test(grapheme) || wide.test(grapheme));
}

function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length;
  if (emoji.test(grapheme)) return 2;
  let width = 0;
  for (const char of grapheme) {
    if (!zeroWidth.test(char)) width += wide.test(char) ? 2 : 1;
  }
  return width;
}
