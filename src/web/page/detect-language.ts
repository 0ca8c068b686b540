/**
 * The language of a text, where its script alone tells it: `ko`, `ja` or `zh`; `undefined` for every other. Lines then break
 * and voices speak as that language wants.
 */
export function detectLanguage(text: string): 'ko' | 'ja' | 'zh' | undefined {
  const sample = text.slice(0, 20_000);
  const count = (script: RegExp): number => sample.match(script)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters === 0) return undefined;
  if (count(/\p{Script=Hangul}/gu) > letters * 0.15) return 'ko';
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters * 0.1) return 'ja';
  return count(/\p{Script=Han}/gu) > letters * 0.15 ? 'zh' : undefined;
}
