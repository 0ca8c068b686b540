import type { Token } from 'markdown-it';
import { annotateBlocks, type RenderedBlock } from './annotate-blocks.ts';
import { annotateHeadings, type OutlineEntry } from './annotate-headings.ts';
import { annotateLinks } from './annotate-links.ts';
import { escapeText, markHidden } from './escape-html.ts';
import { highlightCode } from './highlight-code.ts';
import { addHtmlRules, highlightedKey } from './html-rules.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { planLines } from './plan-lines.ts';

/** A plan as a page shows it. */
export interface RenderedPlan {
  /**
   * Safe to put into a page as it is: only elements of ours, no author's HTML, no image, no script, no style, no link
   * but http, https, mailto and to headings of the plan. Blocks carry `data-line` and `data-end-line`.
   */
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
  readonly blocks: readonly RenderedBlock[];
  /** Whether it is nested too deep, or too dense, to be rendered, so that `html` shows its source. */
  readonly isSource: boolean;
}

const maxHighlighted = 400_000;

/** The door's `renderPlanHtml`, whole. */
export async function renderPlanHtml(text: string): Promise<RenderedPlan> {
  const parsed = await parseMarkdown(text);
  if (parsed === null) return renderSource(text);
  const { tokens, lines, markdown } = parsed;
  const blocks = annotateBlocks(tokens, lines);
  const outline = annotateHeadings(tokens);
  annotateLinks(
    tokens,
    outline.map(({ id }) => id),
  );
  await highlightFences(tokens);
  addHtmlRules(markdown);
  return { html: markdown.renderer.render(tokens, markdown.options, {}), outline, blocks, isSource: false };
}

async function highlightFences(tokens: readonly Token[]): Promise<void> {
  let left = maxHighlighted;
  for (const token of tokens) {
    if (token.type !== 'fence' || token.content.length > left) continue;
    const html = await highlightCode(token.content, token.info.trim().split(/\s/, 1)[0] ?? '');
    if (html === null) continue;
    left -= token.content.length;
    token.meta = { ...token.meta, [highlightedKey]: markHidden(html) };
  }
}

function renderSource(text: string): RenderedPlan {
  const endLine = Math.max(1, planLines(text).length);
  const note = '<p class="note">This plan is nested too deep, or too dense, to be rendered. This is its source.</p>';
  const source = escapeText(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const attributes = `class="plan-source" data-line="1" data-end-line="${endLine}" dir="ltr" tabindex="0"`;
  const blocks = [{ line: 1, endLine, kind: 'code' }] as const;
  return { html: `${note}\n<pre ${attributes}>${source}</pre>\n`, outline: [], blocks, isSource: true };
}
