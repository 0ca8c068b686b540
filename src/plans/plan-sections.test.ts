import { expect, test } from 'vitest';
import { planSections } from './plan-sections.ts';

test('the sections of a plan are its headings with level, words and line', () => {
  const text =
    '---\ntitle: x\n---\n# Plan *A*\n\nText.\n\nTwo\nlines\n---\n\n- # not this\n\n  ## nor this\n\n### Three\n';

  expect(planSections(text)).toEqual([
    { level: 1, text: 'Plan A', line: 4 },
    { level: 2, text: 'Two lines', line: 8 },
    { level: 3, text: 'Three', line: 16 },
  ]);
});

test.each([
  ['a code block that is never closed', '```\n# no\n', []],
  ['a comment that is never closed', '<!--\n# no\n', []],
  ['a fence in a list item that ends with the item', '- ```\n  # no\n\n# yes\n', ['yes']],
  ['a link definition', '[a]: /u\n===\n# yes\n', ['yes']],
  ['a note', '[^1]: note\n===\n# yes\n', ['yes']],
  ['a lone tag', '<custom-tag>\n# no\n\n# yes\n', ['yes']],
  ['text behind a quote', '> quote\ntext\n===\n', []],
  ['text behind a heading in a quote', '> # quote\ntext\n===\n', ['text']],
  ['two columns below one', 'yes\n--- | ---\n---\n', ['yes --- | ---']],
])('%s makes no section of what is none', (_name, text, sections) => {
  expect(planSections(text).map((section) => section.text)).toEqual(sections);
});

test.each([
  ['spaces', ' '.repeat(1_000_000)],
  ['hyphens', '-'.repeat(1_000_000)],
  ['spaced hyphens', '- '.repeat(500_000)],
  ['cells', `a\n-${'|  '.repeat(300_000)}x`],
  ['spaces before a cell', `a\n${' '.repeat(1_000_000)}|x`],
  ['hashes', `# ${'#'.repeat(1_000_000)}x`],
  ['backticks', '`'.repeat(1_000_000)],
  ['tags', '<div '.repeat(200_000)],
  ['brackets', '[^'.repeat(500_000)],
])('a line of %s takes no longer', (_name, text) => {
  const started = performance.now();
  planSections(`${text}\n${text}x\n`);

  expect(performance.now() - started).toBeLessThan(2000);
});
