import { expect, test } from 'vitest';
import { detectLanguage } from './detect-language.ts';
import { formatDuration, formatMoment } from './format-time.ts';
import { readPlace, toFragment } from './place.ts';

const places = [
  { fragment: '', place: { reviewId: null, view: 'plan', isInbox: false, anchor: null } },
  { fragment: '#inbox', place: { reviewId: null, view: 'plan', isInbox: true, anchor: null } },
  { fragment: '#review=a%26b&view=changes', place: { reviewId: 'a&b', view: 'changes', isInbox: false, anchor: null } },
  {
    fragment: '#review=a&at=plan-%ED%95%9C',
    place: { reviewId: 'a', view: 'plan', isInbox: false, anchor: 'plan-한' },
  },
  { fragment: '#review=a&view=everything', place: { reviewId: 'a', view: 'plan', isInbox: false, anchor: null } },
] as const;
for (const { fragment, place } of places) {
  test(`the address "${fragment}" is read as it was written`, () => {
    expect(readPlace(fragment)).toEqual({ place, token: null });
    expect(readPlace(toFragment(place)).place).toMatchObject({
      reviewId: place.reviewId,
      view: place.view,
      anchor: place.anchor,
    });
  });
}

test('the token stands beside the place', () => {
  expect(readPlace('#token=secret&review=a')).toMatchObject({ token: 'secret', place: { reviewId: 'a' } });
});

const durations = [
  { seconds: 59, text: null },
  { seconds: 60, text: '1 min' },
  { seconds: 59 * 60, text: '59 min' },
  { seconds: 47 * 3600, text: '47 hr' },
  { seconds: 48 * 3600, text: '2 days' },
  { seconds: -100, text: null },
];
for (const { seconds, text } of durations) {
  test(`${seconds} seconds are "${text}"`, () => {
    const now = Date.parse('2026-01-10T12:00:00.000Z');

    expect(formatDuration(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
  });
}

test('a moment of today is a time, one of another day has its date', () => {
  const now = new Date(2026, 0, 10, 18, 0).getTime();

  expect(formatMoment(new Date(2026, 0, 10, 14, 2).toISOString(), now)).toBe('14:02');
  expect(formatMoment(new Date(2026, 0, 9, 14, 2).toISOString(), now)).toMatch(/Jan 9|9 Jan/);
});

const languages = [
  { text: '# Plan\n\nStream the rows.', language: undefined },
  { text: '# 21-05. OCI 인프라 리소스 모니터링 전환(Grafana 중심) 계획', language: 'ko' },
  { text: '# 音声切替の計画\n\nテスト方法を書いてください', language: 'ja' },
  { text: '# 重构计划\n\n先测量，再决定。', language: 'zh' },
  { text: 'Quote one word: 계획. Everything else stands in English, as plans mostly do.', language: undefined },
  { text: '1. 2. 3.', language: undefined },
];
for (const { text, language } of languages) {
  test(`the language of "${text.slice(0, 12)}…" is ${language ?? 'left open'}`, () => {
    expect(detectLanguage(text)).toBe(language);
  });
}
