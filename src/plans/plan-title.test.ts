import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { planTitle } from './plan-title.ts';

const fixtures = new URL('../../test/fixtures/plans/', import.meta.url);

describe('the title of a plan', () => {
  test.each([
    ['a heading', '# Add dark mode\n', 'Add dark mode'],
    ['a heading of a lower level, when it comes first', 'Intro.\n\n## Scope\n\n# Plan\n', 'Scope'],
    ['a closed heading', '## Scope ##\n', 'Scope'],
    ['a heading whose words end with a mark', '# Learn C#\n', 'Learn C#'],
    ['an underlined heading', 'Rotate signing keys\n===================\n', 'Rotate signing keys'],
    ['an underlined heading of two lines', 'Rotate\nsigning keys\n---\n', 'Rotate signing keys'],
    ['front matter', '---\ntitle: Rotate keys # soon\nowner: min\n---\n# Other\n', 'Rotate keys'],
    ['front matter in double quotes', '---\ntitle: "Say \\"hi\\": now"\n---\n', 'Say "hi": now'],
    ['front matter in single quotes', "---\ntitle: 'It''s # one'\n---\n", "It's # one"],
    ['a folded front matter', '---\ntitle: >-\n  Rotate keys\n---\n', 'Rotate keys'],
    ['the heading below front matter without a title', '---\nowner: min\n---\n# Rotate keys\n', 'Rotate keys'],
    ['the heading below an empty title', '---\ntitle: ""\n---\n# Rotate keys\n', 'Rotate keys'],
    ['front matter behind a comment of a linter', '<!-- lint-off -->\n\n---\ntitle: Rotate\n---\n', 'Rotate'],
    ['a heading behind a byte order mark', '\ufeff# Plan\r\n', 'Plan'],
    ['a heading after code that looks like one', '```sh\n# comment\n```\n# Plan\n', 'Plan'],
    ['a heading after a longer fence', '````\n```\n# no\n```\n````\n# Plan\n', 'Plan'],
    ['a heading after a comment', '<!--\n# no\n-->\n# Plan\n', 'Plan'],
    ['a heading after an HTML block', '<details>\n# no\n\n# Plan\n', 'Plan'],
    ['a heading after indented code', '    # no\n\n# Plan\n', 'Plan'],
    ['a heading that is no heading of a list or a quote', '- # no\n> # no\n\n# Plan\n', 'Plan'],
    ['text between rules, which is no heading', '---\n\ntext\n\n---\n\n# Plan\n', 'Plan'],
    ['a table, which is no heading', '| a |\n| - |\n| b |\n---\n# Plan\n', 'Plan'],
    ['a list item, which is no heading', '- item\n---\n# Plan\n', 'Plan'],
    ['a heading after an empty one', '#\n# Plan\n', 'Plan'],
  ])('is that of %s', (_name, text, title) => {
    expect(planTitle(text)).toBe(title);
  });

  test.each([
    ['**Bold** and _soft_ and ~~old~~ `code`', 'Bold and soft and old code'],
    ['Read [the docs](https://x.y/(a)) and ![the logo](l.png)', 'Read the docs and the logo'],
    ['snake_case and 2 * 3 * 4', 'snake_case and 2 * 3 * 4'],
    ['Use `a*b*c` \\*now\\*', 'Use a*b*c *now*'],
    ['A &amp; B &#233; &lt;T&gt;', 'A & B é <T>'],
    ['Proxy<T> <!-- internal --> here', 'Proxy<T> here'],
    ['A\u202eB\u0007C\u200b D\u00a0 E', 'ABC D E'],
    ['See <https://x.y>', 'See https://x.y'],
    ['👩‍💻 Plan', '👩‍💻 Plan'],
  ])('is plain text on one line: %s', (source, title) => {
    expect(planTitle(`# ${source}\n`)).toBe(title);
  });

  test.each(['', '\n\n', 'Only text.\n', '#no space\n', '```\n# no\n', '---\ntitle: x\n'])(
    'is null without one: %j',
    (text) => {
      expect(planTitle(text)).toBeNull();
    },
  );

  test('has at most 200 characters, and no half of one', () => {
    const title = planTitle(`# ${'👩'.repeat(300)}\n`) ?? '';

    expect(Array.from(title)).toHaveLength(200);
    expect(title.endsWith('👩…')).toBe(true);
  });

  test('takes no longer for hostile headings', () => {
    const started = performance.now();
    for (const part of ['`', '*', '[', '![', '](', '&', '<!--', '\\', ' #', '_a', '**'])
      planTitle(`# ${part.repeat(200_000)}`);

    expect(performance.now() - started).toBeLessThan(2000);
  });

  test.each([
    ['ce-codex-stdin.md', 'fix: add explicit stdin piping guidance for Codex delegation'],
    ['hve-vex-comment.md', 'VEX Workflow and VEX Generation Agent — Implementation Plan'],
    ['cline-canvas-bom.md', 'Share-screen canvas — companion'],
    ['coinpilot-grafana-ko.r1.md', '21-05. OCI 인프라 리소스 모니터링 전환(Grafana 중심) 계획'],
    ['ourrecipes-refactor-he.md', '🎯 Refactor Plan: Migration to Hybrid Architecture'],
    ['superpowers-plugin-nohead.md', null],
  ])('of the real plan %s', (file, title) => {
    expect(planTitle(readFileSync(new URL(file, fixtures), 'utf8'))).toBe(title);
  });
});
