import type { MarkdownIt, RendererRule, Token } from 'markdown-it';
import { escapeAttribute, escapeText } from './escape-html.ts';
import { inlineText, isLineBreak } from './inline-text.ts';

/** Where {@link addHtmlRules} looks for the HTML of highlighted code: `token.meta[highlightedKey]`. */
export const highlightedKey = 'highlighted';

/**
 * Makes the parser's renderer emit only elements of ours: HTML of the plan's author is shown as text, images as their
 * description and address. Attributes are those that the blocks were given before.
 */
export function addHtmlRules(markdown: MarkdownIt): void {
  Object.assign(markdown.renderer.rules, rules);
}

const rules: Readonly<Record<string, RendererRule>> = {
  text: rule(({ content }) => escapeText(content)),
  long_text: rule(({ content }) => escapeText(content)),
  code_inline: rule(({ content }) => `<code>${escapeText(content)}</code>`),
  code_block: rule((token) => renderCode(token, '')),
  fence: rule((token) => renderCode(token, token.info.trim())),
  html_block: rule((token) => renderSource(token, isComment(token) ? 'raw-html raw-comment' : 'raw-html')),
  html_inline: rule(renderInlineHtml),
  lost_lines: rule((token) => renderSource(token, 'lost-lines')),
  front_matter: rule((token) => renderSource(token, 'front-matter')),
  excess_cells: rule(({ content }) => ` <span class="excess-cells">| ${escapeText(content)}</span>`),
  image: rule(renderImage),
  task_box: rule(({ meta }) => {
    const isDone = meta?.['isDone'] === true;
    return `<input type="checkbox" class="task-box" disabled${isDone ? ' checked' : ''} aria-label="${isDone ? 'Done' : 'Not done'}"> `;
  }),
  table_open: rule((token) => {
    const label = `Table, line ${String(token.attrGet('data-line') ?? '')}`;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${escapeAttribute(label)}"><table${attributes(token)}>\n`;
  }),
  table_close: rule(() => '</table></div>\n'),
  footnote_block_open: rule(() => '<section class="footnotes" aria-label="Footnotes">\n<ol>\n'),
  footnote_block_close: rule(() => '</ol>\n</section>\n'),
  footnote_open: rule((token) => `<li id="${footnoteId(token)}" class="footnote"${attributes(token)}>`),
  footnote_close: rule(() => '</li>\n'),
  footnote_ref: rule((token) => {
    const link = `<a href="#${footnoteId(token)}" id="${referenceId(token)}">${readNumber(token, 'id') + 1}</a>`;
    return `<sup class="footnote-ref">${link}</sup>`;
  }),
  footnote_anchor: rule(
    (token) => ` <a href="#${referenceId(token)}" class="footnote-back" aria-label="Back to the text">\u21a9\ufe0e</a>`,
  ),
};

function rule(render: (token: Token) => string): RendererRule {
  return (tokens, index) => {
    const token = tokens[index];
    return token === undefined ? '' : render(token);
  };
}

function attributes({ attrs }: Token): string {
  return (attrs ?? []).map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`).join('');
}

function renderCode(token: Token, info: string): string {
  const language = info.split(/\s/, 1)[0] ?? '';
  const highlighted = token.meta?.[highlightedKey];
  const code = typeof highlighted === 'string' ? highlighted : escapeText(token.content);
  const name = /^[\w+#.-]+$/.test(language) ? ` class="language-${language}"` : '';
  const label = info === language && name !== '' ? '' : info;
  const caption = label === '' ? '' : `<span class="code-info">${escapeText(label)}</span>\n`;
  return `<pre${attributes(token)}>${caption}<code${name}>${code}</code></pre>\n`;
}

function renderSource(token: Token, className: string): string {
  return `<pre class="${className}"${attributes(token)}>${escapeText(token.content.replace(/\n$/, ''))}</pre>\n`;
}

function renderInlineHtml(token: Token): string {
  if (isLineBreak(token.content)) return '<br>';
  const className = isComment(token) ? 'raw-html raw-comment' : 'raw-html';
  return `<span class="${className}">${escapeText(token.content)}</span>`;
}

function isComment({ content }: Token): boolean {
  return /^\s*<!--(?:(?!-->)[\s\S])*-->\s*$/.test(content);
}

function renderImage(token: Token): string {
  const alt = inlineText(token.children ?? [], true);
  const source = String(token.attrGet('src') ?? '');
  const title = token.attrGet('title');
  const words = ['Image:', alt, `(${source})`, title === null ? '' : `"${String(title)}"`];
  return `<span class="image">${escapeText(words.filter((word) => word !== '').join(' '))}</span>`;
}

// With `_`, which no heading's id has in this place.
function footnoteId(token: Token): string {
  return `plan_note-${readNumber(token, 'id') + 1}`;
}

function referenceId(token: Token): string {
  return `plan_ref-${readNumber(token, 'id') + 1}-${readNumber(token, 'subId') + 1}`;
}

function readNumber({ meta }: Token, key: string): number {
  const value = meta?.[key];
  return typeof value === 'number' ? value : 0;
}
