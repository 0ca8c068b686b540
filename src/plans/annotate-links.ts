import type { Token } from 'markdown-it';
import { toHeadingId } from './annotate-headings.ts';
import { showControlsInLine } from './show-controls.ts';

/**
 * Makes links safe to click: addresses outside open in a new tab, links to headings stay in the plan, and paths, which
 * lead nowhere on this page, are shown and cannot be followed.
 *
 * @param ids - the headings that can be linked to.
 */
export function annotateLinks(tokens: readonly Token[], ids: readonly string[]): void {
  const targets = new Map(ids.toReversed().map((id) => [toLooseId(id), id] as const));
  for (const id of ids) targets.set(id, id);
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type === 'link_open') token.attrs = toAttributes(token, targets);
    }
  }
}

/** An id without the hyphens that are left of an emoji: authors leave them out of their links. */
function toLooseId(id: string): string {
  return id.replace(/-+/g, '-').replace(/-$/, '');
}

type Attributes = [name: string, value: string][];

function toAttributes(token: Token, targets: ReadonlyMap<string, string>): Attributes {
  const href = readAttribute(token, 'href');
  const title = readAttribute(token, 'title');
  const titled: Attributes = title === '' ? [] : [['title', title]];
  if (/^(?:https?|mailto):/i.test(href)) {
    return [['href', href], ['rel', 'noopener noreferrer'], ['target', '_blank'], ...titled];
  }
  if (!href.startsWith('#'))
    return [
      ['class', 'file-link'],
      ['title', title === '' ? href : `${href} "${title}"`],
    ];
  const id = targets.get(toHeadingId(href)) ?? targets.get(toLooseId(toHeadingId(href)));
  if (id === undefined)
    return [
      ['class', 'dead-link'],
      ['title', title === '' ? href : `${href} "${title}"`],
    ];
  return [['href', `#${encodeURIComponent(id)}`], ...titled];
}

function readAttribute(token: Token, name: string): string {
  return showControlsInLine(String(token.attrGet(name) ?? ''));
}
