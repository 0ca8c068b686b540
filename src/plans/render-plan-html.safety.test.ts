import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderPlanHtml } from './render-plan-html.ts';

const fixtures = new URL('../../test/fixtures/plans/', import.meta.url);

// C-20
const hostile = `# Plan <img src=x onerror="window.hit=1">

<script>window.hit=1</script>
<svg onload="window.hit=1"></svg>
[step one](javascript:window.hit=1) [two](data:text/html,hi)
![pixel](https://tracker.invalid/p.png)
<form action="/approve"><button>Next</button></form>
`;

const block = ['data-line', 'data-end-line', 'dir'];
/** Every element that a rendered plan may hold, with its attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel', 'target', 'title', 'class', 'id', 'aria-label'],
  blockquote: block,
  br: [],
  code: ['class'],
  div: ['class', 'tabindex', 'role', 'aria-label'],
  em: [],
  h1: [...block, 'id'],
  h2: [...block, 'id'],
  h3: [...block, 'id'],
  h4: [...block, 'id'],
  h5: [...block, 'id'],
  h6: [...block, 'id'],
  hr: block,
  input: ['type', 'class', 'disabled', 'checked', 'aria-label'],
  li: [...block, 'class', 'id'],
  ol: [...block, 'start'],
  p: [...block, 'class'],
  pre: [...block, 'class', 'tabindex'],
  s: [],
  section: ['class', 'aria-label'],
  span: ['class', 'title'],
  strong: [],
  sup: ['class'],
  table: block,
  tbody: [],
  td: ['class', 'dir'],
  th: ['class', 'dir'],
  thead: [],
  tr: block,
  ul: block,
};
const empty = new Set(['br', 'hr', 'input']);
const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)>/g;

/**
 * Reads a rendered plan by a grammar far stricter than a browser's: whatever is no tag of this form may hold no `<`, `>`
 * or `"`, elements must nest, and each must be allowed with each of its attributes.
 */
function checkHtml(html: string): { readonly text: string; readonly hrefs: readonly string[] } {
  const tags = Array.from(html.matchAll(tag), ([whole, slash, name = '', attributes = '']) => {
    return { whole, name, isClosing: slash === '/', attributes: readAttributes(attributes) };
  });
  checkNesting(tags);
  for (const { whole, name, attributes } of tags) {
    const names = new Map(Object.entries(allowed)).get(name);
    expect(names, `element of ${whole}`).toBeDefined();
    expect(names, `attributes of ${whole}`).toEqual(expect.arrayContaining(attributes.map(([attribute]) => attribute)));
  }
  const values = (wanted: string): string[] =>
    tags.flatMap(({ attributes }) => attributes.flatMap(([name, value]) => (name === wanted ? [value] : [])));
  for (const href of values('href')) expect(href).toMatch(/^(?:https?:|mailto:|#plan)/i);
  expect(new Set(values('id')).size).toBe(values('id').length);
  const text = html.replace(tag, '');
  expect(text).not.toMatch(/[<>"]/);
  expect(html).not.toMatch(/(?!\n|\t)[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
  return { text, hrefs: values('href') };
}

function readAttributes(source: string): [name: string, value: string][] {
  return Array.from(source.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g), ([, name = '', value = '']) => [name, value]);
}

function checkNesting(
  tags: readonly { readonly whole: string; readonly name: string; readonly isClosing: boolean }[],
): void {
  const open: string[] = [];
  for (const { whole, name, isClosing } of tags) {
    if (isClosing) expect(open.pop(), whole).toBe(name);
    else if (!empty.has(name)) open.push(name);
  }
  expect(open).toEqual([]);
}

/** What a reader can find: the text, and what links and marks say when they are pointed at. */
function readWords(html: string): string {
  return `${html.replace(tag, '')} ${html}`
    .replace(/&(lt|gt|amp|quot|#x27);/g, (entity) => entities.get(entity) ?? entity)
    .replace(/%[0-9A-F]{2}(?:%[0-9A-F]{2})*/g, (encoded) => decodeURIComponent(encoded));
}

const entities = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

const pieces = [
  '# ', '## ', '- ', '  - ', '1. ', '> ', '```', '```js ', '~~~', '    ', '| a | b |\n|---|---|\n| ', ' | ', '---', '===',
  '<div>', '</div>', '<!--', '-->', '<script>', '<img src=x onerror=y>', '<a href="javascript:x">', '</a>', '<svg onload=x>',
  '[', ']', '](', ')', '![', '](javascript:x)', '](https://x.y "', '")', '[^n]', '[^n]: ', '[r]: ', '[//]: # (', '- [ ] ', '- [x] ',
  '*', '**', '_', '~~', '`', '``', '\\', '&lt;', '&#8238;', '&#0;', '&quot;', '<https://x.y>', 'https://x.y/"><b>', 'a@b.co',
  '\u202e', '\u200b', '\0', '\ufeff', '\u2028', '\u001b[31m', '\t', '\r', '\n', '\n\n', '\n\n', ' ', '"', "'", '<', '>', 'word', '日本', '👩‍💻', '$&',
]; // biome-ignore format: a list of pieces reads best in rows.

const markdown = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('the HTML of a plan', () => {
  test('C-20: of a hostile one holds nothing but our own elements, no link that runs, and all its words', async () => {
    const { html, outline } = await renderPlanHtml(hostile);

    const { text, hrefs } = checkHtml(html);

    expect(hrefs).toEqual([]);
    for (const word of ['Plan', 'step one', 'two', 'pixel', 'https://tracker.invalid/p.png', 'Next', 'window.hit=1']) {
      expect(text).toContain(word);
    }
    expect(outline[0]?.text).toBe('Plan <img src=x onerror="window.hit=1">');
    for (const name of ['img', 'script', 'svg', 'form', 'button']) expect(html).not.toContain(`<${name}`);
  });

  test.each(readdirSync(fixtures))('of %s holds only allowed elements, and every word of the source', async (name) => {
    const source = readFileSync(new URL(name, fixtures), 'utf8');

    const { html } = await renderPlanHtml(source);

    checkHtml(html);
    const words = readWords(html);
    const missing = new Set(source.match(/[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*/gu)?.filter((word) => !words.includes(word)));
    expect([...missing]).toEqual([]);
  });

  test('holds only allowed elements and attributes, whatever the Markdown', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (text) => {
        checkHtml((await renderPlanHtml(text)).html);
      }),
      { numRuns: 1500 },
    );
  });

  test('shows every word of the source, whatever the Markdown around it', async () => {
    const around = pieces.filter((piece) => !/[&\\%<]|\w{5}/.test(piece));
    const words = fc.array(fc.constantFrom(...around), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(words, async (parts) => {
        const text = parts.map((part, index) => `${part}W${index}w`).join('');

        const shown = readWords((await renderPlanHtml(text)).html);

        for (const [index] of parts.entries()) expect(shown).toContain(`W${index}w`);
      }),
      { numRuns: 1500 },
    );
  });
});
