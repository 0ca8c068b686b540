import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { renderPlanHtml } from './render-plan-html.ts';

const fixtures = new URL('../../test/fixtures/plans/', import.meta.url);

async function toHtml(text: string): Promise<string> {
  return (await renderPlanHtml(text)).html;
}

describe('blocks', () => {
  test('carry their source lines, from the first to the last that is not blank', async () => {
    const { html, blocks } = await renderPlanHtml('# Plan\n\nOne\ntwo\n\n- a\n\n  b\n\n\n> q\n\n***\n');

    expect(blocks).toEqual([
      { line: 1, endLine: 1, kind: 'heading' },
      { line: 3, endLine: 4, kind: 'paragraph' },
      { line: 6, endLine: 8, kind: 'list' },
      { line: 6, endLine: 8, kind: 'item' },
      { line: 6, endLine: 6, kind: 'paragraph' },
      { line: 8, endLine: 8, kind: 'paragraph' },
      { line: 11, endLine: 11, kind: 'quote' },
      { line: 11, endLine: 11, kind: 'paragraph' },
      { line: 13, endLine: 13, kind: 'rule' },
    ]);
    for (const { line, endLine } of blocks) expect(html).toContain(`data-line="${line}" data-end-line="${endLine}"`);
  });

  test.each([
    ['CRLF', '# A\r\n\r\ntext\r\n'],
    ['CR', '# A\r\rtext\r'],
    ['a byte order mark', '\ufeff# A\n\ntext\n'],
  ])('have the same lines with %s', async (_name, text) => {
    expect(await toHtml(text)).toBe(await toHtml('# A\n\ntext\n'));
  });

  test('take the direction of their own text', async () => {
    const html = await toHtml('# תוכנית\n\n- שלב\n\n| א |\n|---|\n| ב |\n\n```\ncode\n```\n');

    for (const tag of ['h1', 'ul', 'li', 'table', 'th', 'td'])
      expect(html).toMatch(new RegExp(`<${tag}[^>]* dir="auto"`));
    expect(html).toMatch(/<pre[^>]* dir="ltr"/);
  });

  test('of front matter are no heading', async () => {
    const { html, outline } = await renderPlanHtml('---\ntitle: <b>x</b>\n---\n# Plan\n');

    expect(html).toContain(
      '<pre class="front-matter" data-line="1" data-end-line="3" dir="ltr">title: &lt;b&gt;x&lt;/b&gt;</pre>',
    );
    expect(outline).toEqual([{ level: 1, text: 'Plan', line: 4, id: 'plan-plan' }]);
  });

  test('of tables scroll by themselves and align by class, without a style', async () => {
    const html = await toHtml('| a | b | c |\n|:--|--:|:-:|\n| 1 | 2 | 3 |\n');

    expect(html).toContain('<div class="table-scroll" tabindex="0" role="region" aria-label="Table, line 1">');
    expect(html).toContain('<td class="align-right" dir="auto">2</td>');
    expect(html).not.toContain('style=');
  });

  test('of tasks have boxes that say how they stand and cannot be changed', async () => {
    const html = await toHtml('- [ ] open\n- [X] done\n- [ ]\n- [x]none\n\n1. [x] numbered\n');

    expect(html.match(/<li[^>]*class="task"/g)).toHaveLength(3);
    expect(html.match(/<input type="checkbox" class="task-box" disabled aria-label="Not done"> open/g)).toHaveLength(1);
    expect(
      html.match(/<input type="checkbox" class="task-box" disabled checked aria-label="Done"> (?:done|numbered)/g),
    ).toHaveLength(2);
    expect(html).toContain('[ ]</li>');
    expect(html).toContain('[x]none</li>');
  });

  test('of notes have ids of their own, and links there and back', async () => {
    const html = await toHtml('a[^x] b[^x] c[^1]\n\n[^x]: first\n[^1]: second\n\n# note-1\n');
    const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), (match) => match[1]);

    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
    expect(html).toMatch(/<li id="plan_note-1" class="footnote" data-line="3" data-end-line="3"/);
  });
});

describe('code', () => {
  test('is coloured by class names alone', async () => {
    const html = await toHtml('```ts\nconst a: string = "<b>";\n```\n');

    expect(html).toContain('<code class="language-ts"><span class="hljs-keyword">const</span>');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('style=');
  });

  test.each([
    'sh',
    'bash',
    'js',
    'tsx',
    'json',
    'yml',
    'python',
    'go',
    'rust',
    'sql',
    'diff',
    'html',
    'css',
    'toml',
    'Dockerfile',
    'java',
  ])('knows %s', async (language) => {
    const source = '+ key: "value" = 1\n- { "a": [1, true] } <b class="x">\nRUN select * from t; # c\n';

    expect(await toHtml(`\`\`\`${language}\n${source}\`\`\`\n`)).toContain('<span class="hljs-');
  });

  test.each(['mermaid', 'gherkin', '', '../x', '"><script>', 'constructor', '__proto__'])(
    'of an unknown language, %j, is plain',
    async (language) => {
      const html = await toHtml(`\`\`\`${language}\ngraph TD; A-->B\n\`\`\`\n`);

      expect(html).toContain('graph TD; A--&gt;B');
      expect(html).not.toContain('hljs');
      expect(html).not.toContain('<script');
    },
  );

  test('shows all the words behind its language', async () => {
    expect(await toHtml('```ts title="do <this>"\nx\n```\n')).toContain(
      '<span class="code-info">ts title=&quot;do &lt;this&gt;&quot;</span>',
    );
  });
});

describe('the outline', () => {
  test('has ids like those of GitHub, behind a prefix, each once', async () => {
    const { outline } = await renderPlanHtml('# Step 1: `Setup` & *go*\n# A\n# A\n# A-1\n# 세션 저장소 🚀 v2_x\n#\n');

    expect(outline.map(({ id }) => id)).toEqual([
      'plan-step-1-setup--go',
      'plan-a',
      'plan-a-1',
      'plan-a-1-1',
      'plan-세션-저장소--v2_x',
      'plan-',
    ]);
  });

  test('has the words of its headings as plain text', async () => {
    const { outline } = await renderPlanHtml(
      '# Use **`Proxy<T>`** [now](x) ![logo](l.png) <b>b</b> <!-- no -->\u202e\n',
    );

    expect(outline[0]?.text).toBe('Use Proxy<T> now logo <b>b</b>');
  });

  test('stays quick when thousands of headings have the same words', async () => {
    const { outline } = await renderPlanHtml('## Same\n'.repeat(20_000));

    expect(new Set(outline.map(({ id }) => id)).size).toBe(20_000);
  });

  test('is what the table of contents of a real plan links to', async () => {
    const html = await toHtml(readFileSync(new URL('ccswitch-refactoring-zh.r1.md', fixtures), 'utf8'));
    const links = Array.from(html.matchAll(/<a href="#([^"]+)"/g), (match) => decodeURIComponent(match[1] ?? ''));

    expect(links).toHaveLength(14);
    for (const id of links) expect(html).toContain(` id="${id}"`);
    // The plan has no heading of these words.
    expect(html.match(/dead-link" title="([^"]*)/g)).toEqual([
      `dead-link" title="#${encodeURIComponent('详细实施步骤')}`,
    ]);
  });
});

describe('links', () => {
  test.each([
    ['https://x.y/a?b=1&c', '<a href="https://x.y/a?b=1&amp;c" rel="noopener noreferrer" target="_blank">t</a>'],
    ['HTTP://x.y', '<a href="HTTP://x.y" rel="noopener noreferrer" target="_blank">t</a>'],
    ['mailto:a@b.c', '<a href="mailto:a@b.c" rel="noopener noreferrer" target="_blank">t</a>'],
    ['../src/a.ts "why"', '<a class="file-link" title="../src/a.ts &quot;why&quot;">t</a>'],
    ['//evil.invalid/x', '<a class="file-link" title="//evil.invalid/x">t</a>'],
    ['#nowhere', '<a class="dead-link" title="#nowhere">t</a>'],
    ['#here', '<a href="#plan-here">t</a>'],
    ['#%ZZ', '<a class="dead-link" title="#%25ZZ">t</a>'],
  ])('to %s', async (address, link) => {
    expect(await toHtml(`[t](${address})\n\n# Here\n`)).toContain(link);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'javascript&colon;alert(1)',
    '&#106;avascript:alert(1)',
    'java\\script:alert(1)',
    '<javascript:alert(1)>',
    'data:text/html,hi',
    'vbscript:x',
    'file:///etc/passwd',
    'vscode://file/x',
    'blob:x',
  ])('to %s cannot be followed', async (address) => {
    const html = await toHtml(`[t](${address}) ![i](${address})\n\n[r]\n\n[r]: ${address}\n\n<${address}>\n`);

    expect(html).not.toContain('href');
    expect(html).not.toContain('src=');
  });

  test('are made of addresses in the text, but not of file names', async () => {
    const html = await toHtml('See https://x.y/z, README.md, a@b.co, ftp://x.y and www.x.y\n');

    expect(Array.from(html.matchAll(/href="([^"]+)"/g), (match) => match[1])).toEqual([
      'https://x.y/z',
      'mailto:a@b.co',
    ]);
  });
});

describe('what Markdown does not show', () => {
  test.each([
    [
      'images',
      '![the <logo>](https://x.invalid/p.png "big")',
      'Image: the &lt;logo&gt; (https://x.invalid/p.png) &quot;big&quot;',
    ],
    ['HTML tags', 'a <b onclick="x">bold</b>', '<span class="raw-html">&lt;b onclick=&quot;x&quot;&gt;</span>'],
    ['comments in the text', 'a <!-- do it --> b', '<span class="raw-html raw-comment">&lt;!-- do it --&gt;</span>'],
    [
      'comments',
      '<!-- # no heading\ntwo -->',
      '<pre class="raw-html raw-comment" data-line="1" data-end-line="2" dir="ltr">&lt;!-- # no',
    ],
    [
      'link definitions',
      '[//]: # (do it)',
      '<pre class="lost-lines" data-line="1" data-end-line="1" dir="ltr">[//]: # (do it)</pre>',
    ],
    ['definitions in lists', '- a\n- [x]: y "do it"', '[x]: y &quot;do it&quot;</pre>'],
    ['notes that nothing refers to', 'a\n\n[^1]: do it', '[^1]: do it</pre>'],
    ['cells beyond the header', '| a |\n|---|\n| b | do it |', 'b <span class="excess-cells">| do it</span>'],
    [
      'cells beyond the header in a quote',
      '> | a |\n> |---|\n> | b | do it |',
      '<span class="excess-cells">| do it</span>',
    ],
    ['direction overrides', 'a\u202eb', 'a<span class="mark" title="U+202E RIGHT-TO-LEFT OVERRIDE">U+202E</span>b'],
    ['overrides as entities', 'a&#8238;b', 'a<span class="mark" title="U+202E RIGHT-TO-LEFT OVERRIDE">U+202E</span>b'],
    ['overrides in code', '`a\u2066b`', 'a<span class="mark" title="U+2066 LEFT-TO-RIGHT ISOLATE">U+2066</span>b'],
    [
      'overrides in fences',
      '```js\n// \u202e x\n```',
      '<span class="mark" title="U+202E RIGHT-TO-LEFT OVERRIDE">U+202E</span>',
    ],
    ['NUL', 'a\0b', 'a␀b'],
    ['many invisible characters', `a${'\u200b'.repeat(5000)}b`, '>U+200B ×5000</span>b'],
    ['overrides in titles', '[t](https://x.y "a\u202eb")', 'title="a&lt;U+202E&gt;b"'],
  ])('is shown: %s', async (_name, text, shown) => {
    expect(await toHtml(text)).toContain(shown);
  });

  test('a line break tag is a line break', async () => {
    expect(await toHtml('a<br/>b')).toContain('a<br>b');
  });
});

describe('a plan that no page can bear', () => {
  test.each([
    ['quotes in quotes', `${'>'.repeat(500)} deep`],
    ['lists in lists', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- deep`).join('\n')],
    ['a hundred thousand lines', 'deep\n\n'.repeat(50_000)],
    ['thousands of notes', Array.from({ length: 2000 }, (_, note) => `[^${note}]: deep`).join('\n\n')],
  ])('is shown as source: %s', async (_name, text) => {
    const { html, isSource, blocks, outline } = await renderPlanHtml(text);

    expect({ isSource, outline }).toEqual({ isSource: true, outline: [] });
    expect(html).toContain('<pre class="plan-source" data-line="1"');
    expect(html).toContain('deep');
    expect(blocks).toHaveLength(1);
  });

  test.each([
    ['nested images', `${'!['.repeat(9000)}${'](u)'.repeat(9000)}`],
    ['brackets', '['.repeat(1_000_000)],
    ['emphasis', '*a_ '.repeat(250_000)],
    ['backticks', Array.from({ length: 1000 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['a line of two megabytes', 'lorem ipsum '.repeat(170_000)],
    ['open tags', '<a x="'.repeat(160_000)],
    ['paragraphs of brackets', `${'!['.repeat(4900)}\n\n`.repeat(100)],
  ])('takes no longer for %s', async (_name, text) => {
    const started = performance.now();
    await renderPlanHtml(text);

    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('of a mebibyte of real text is rendered', async () => {
    const text = readFileSync(new URL('cline-cli-json-all.r3.md', fixtures), 'utf8').repeat(9);
    const started = performance.now();

    const { isSource } = await renderPlanHtml(text);

    expect(isSource).toBe(false);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
