import type { Token } from 'markdown-it';
import { inlineText, isLineBreak } from './inline-text.ts';
import { showControlsInLine } from './show-controls.ts';
import type { Span, TextStyle } from './wrap-spans.ts';

const stylesOf: ReadonlyMap<string, TextStyle> = new Map<string, TextStyle>([
  ['strong_open', 'bold'],
  ['em_open', 'italic'],
  ['s_open', 'strikethrough'],
  ['link_open', 'underline'],
]);

/** Inline Markdown as styled text for a terminal, every control character made visible. */
export function toSpans(children: readonly Token[], base: readonly TextStyle[] = []): Span[] {
  const open: TextStyle[] = [...base];
  const links: OpenLink[] = [];
  const spans: Span[] = [];
  for (const token of children) {
    open.push(...openedStyles(token));
    if (token.nesting === -1) open.pop();
    const text = readLink(token, links, spans) ?? readText(token);
    if (text !== '') spans.push({ text, styles: dimmed.has(token.type) ? [...open, 'dim'] : [...open] });
  }
  return spans;
}

interface OpenLink {
  readonly href: string;
  /** The index of its first span. */
  readonly from: number;
}

const dimmed: ReadonlySet<string> = new Set(['html_inline', 'image', 'link_close', 'excess_cells']);

function openedStyles({ type }: Token): readonly TextStyle[] {
  const style = stylesOf.get(type);
  return style === undefined ? [] : [style];
}

/** The address that follows the words of a link; `null` for what is no link. */
function readLink(token: Token, links: OpenLink[], spans: readonly Span[]): string | null {
  if (token.type === 'link_close') return toAddress(links.pop(), spans);
  if (token.type !== 'link_open') return null;
  links.push({ href: readAttribute(token, 'href'), from: spans.length });
  return '';
}

/** The address of a link behind its words, unless it is a heading of the plan or the words themselves. */
function toAddress(link: OpenLink | undefined, spans: readonly Span[]): string {
  if (link === undefined || link.href.startsWith('#')) return '';
  const words = spans
    .slice(link.from)
    .map(({ text }) => text)
    .join('');
  const isSame = link.href === words || link.href === `mailto:${words}`;
  return isSame ? '' : ` (${toOneLine(link.href)})`;
}

function readText(token: Token): string {
  if (token.type === 'softbreak') return ' ';
  if (token.type === 'hardbreak' || (token.type === 'html_inline' && isLineBreak(token.content))) return '\n';
  return toOneLine(readWords(token));
}

function readWords(token: Token): string {
  const { type, content, children, meta } = token;
  switch (type) {
    case 'text':
      return content;
    case 'code_inline':
      return `\`${content}\``;
    case 'html_inline':
      return content;
    case 'excess_cells':
      return ` | ${content}`;
    case 'image':
      return `[Image: ${inlineText(children ?? [], true)} (${readAttribute(token, 'src')})]`;
    case 'footnote_ref':
      return `[${Number(meta?.['id'] ?? 0) + 1}]`;
    case 's_open':
    case 's_close':
      return '~~';
    default:
      return '';
  }
}

function readAttribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function toOneLine(text: string): string {
  return showControlsInLine(text.replaceAll('\t', ' '));
}
