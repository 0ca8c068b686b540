import type { Token } from 'markdown-it';
import { replaceHidden } from './hidden-characters.ts';
import { inlineText } from './inline-text.ts';

/** A heading of a rendered plan. */
export interface OutlineEntry {
  /** 1 to 6. */
  readonly level: number;
  /** As plain text on one line. */
  readonly text: string;
  /** First line in the source, from 1. */
  readonly line: number;
  /** The id of its element. */
  readonly id: string;
}

const idPrefix = 'plan-';

/** Gives each heading an id like the one GitHub gives it, behind a prefix. @returns the headings in order. */
export function annotateHeadings(tokens: readonly Token[]): OutlineEntry[] {
  const outline: OutlineEntry[] = [];
  const taken = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const children = tokens[index + 1]?.children ?? [];
    // GitHub's ids have neither tags nor comments in them.
    const id = takeId(idPrefix + toSlug(inlineText(children, false)), taken);
    token.attrSet('id', id);
    const text = replaceHidden(inlineText(children, true), () => '')
      .replace(/\s+/gu, ' ')
      .trim();
    outline.push({ level: Number(token.tag.slice(1)), text, line: (token.map?.[0] ?? 0) + 1, id });
  }
  return outline;
}

/** The id that a link inside the plan means, such as `#my-heading`. */
export function toHeadingId(hash: string): string {
  return idPrefix + decodePercent(hash.slice(1)).toLowerCase();
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** @param taken - each id that was given, and the number to try next for another heading of the same words. */
function takeId(wanted: string, taken: Map<string, number>): string {
  let count = taken.get(wanted) ?? 0;
  let id = count === 0 ? wanted : `${wanted}-${count}`;
  while (count > 0 && taken.has(id)) {
    count += 1;
    id = `${wanted}-${count}`;
  }
  taken.set(wanted, count + 1);
  if (id !== wanted) taken.set(id, 1);
  return id;
}

function toSlug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
