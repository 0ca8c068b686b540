import type { Token } from 'markdown-it';
import { toHeadingId } from './annotate-headings.ts';

/**
 * Makes links safe to click: addresses outside open in a new tab, links to headings stay in the plan, and paths, which
 * lead nowhere on this page, are shown and cannot be followed.
 *
 * @param ids - the headings that can be linked to.
 */
export function annotateLinks(tokens: readonly Token[], ids: ReadonlySet<string>): void {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type === 'link_open') token.attrs = toAttributes(token, ids);
    }
  }
}

type Attributes = [name: string, value: string][];

function toAttributes(token: Token, ids: ReadonlySet<string>): Attributes {
  const href = String(token.attrGet('href') ?? '');
  const title = token.attrGet('title');
  const titled: Attributes = title === null ? [] : [['title', String(title)]];
  if (/^(?:https?|mailto):/i.test(href)) {
    return [['href', href], ['rel', 'noopener noreferrer'], ['target', '_blank'], ...titled];
  }
  if (href.startsWith('#')) {
    const id = toHeadingId(href);
    return ids.has(id)
      ? [['href', `#${encodeURIComponent(id)}`], ...titled]
      : [
          ['class', 'dead-link'],
          ['title', href],
        ];
  }
  return [
    ['class', 'file-link'],
    ['title', title === null ? href : `${href} "${String(title)}"`],
  ];
}
