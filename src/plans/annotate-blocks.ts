import type { Token } from 'markdown-it';

/** What a rendered block is. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'item'
  | 'table'
  | 'row'
  | 'code'
  | 'quote'
  | 'html'
  | 'rule'
  | 'front-matter'
  | 'footnote'
  /** source lines that Markdown shows nowhere, such as link definitions */
  | 'lost-lines';

/** A block of a rendered plan, and where it stands in the source. */
export interface RenderedBlock {
  /** First line, from 1. */
  readonly line: number;
  /** Last line, included. */
  readonly endLine: number;
  readonly kind: BlockKind;
}

const kinds: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ['heading_open', 'heading'],
  ['paragraph_open', 'paragraph'],
  ['bullet_list_open', 'list'],
  ['ordered_list_open', 'list'],
  ['list_item_open', 'item'],
  ['table_open', 'table'],
  ['tr_open', 'row'],
  ['fence', 'code'],
  ['code_block', 'code'],
  ['blockquote_open', 'quote'],
  ['html_block', 'html'],
  ['hr', 'rule'],
  ['front_matter', 'front-matter'],
  ['footnote_open', 'footnote'],
  ['lost_lines', 'lost-lines'],
]);

/** Blocks whose text is program code or source; all others take the direction of their own text. */
const leftToRight: ReadonlySet<BlockKind> = new Set<BlockKind>(['code', 'html', 'front-matter', 'lost-lines']);

/** Gives each block its source lines and text direction as attributes. @returns the blocks in the order of the page. */
export function annotateBlocks(tokens: readonly Token[], lines: readonly string[]): RenderedBlock[] {
  const blocks: RenderedBlock[] = [];
  for (const [index, token] of tokens.entries()) {
    const kind = kinds.get(token.type);
    if (kind === undefined || token.hidden) {
      annotateCell(token);
      continue;
    }
    const range = kind === 'footnote' ? findNoteLines(tokens, index) : token.map;
    if (range !== null) blocks.push(annotateLines(token, kind, trimRange(range, lines)));
    annotateLook(token, kind);
  }
  return blocks;
}

function annotateLook(token: Token, kind: BlockKind): void {
  if (leftToRight.has(kind)) token.attrSet('dir', 'ltr');
  else if (kind !== 'rule' && kind !== 'row') token.attrSet('dir', 'auto');
  // What scrolls sideways must be reached by keyboard.
  if (kind === 'code') token.attrSet('tabindex', 0);
  if (token.meta?.['isTask'] === true) token.attrJoin('class', 'task');
}

function annotateLines(token: Token, kind: BlockKind, [start, end]: readonly [number, number]): RenderedBlock {
  token.attrSet('data-line', start + 1);
  token.attrSet('data-end-line', end);
  return { line: start + 1, endLine: end, kind };
}

function annotateCell(token: Token): void {
  if (token.type !== 'th_open' && token.type !== 'td_open') return;
  const align = String(token.attrGet('style') ?? '').match(/^text-align:(left|right|center)$/)?.[1];
  token.attrs = align === undefined ? [] : [['class', `align-${align}`]];
  token.attrSet('dir', 'auto');
}

/** Without the blank lines at the end, which the parser counts to lists and quotes. */
function trimRange([start, end]: readonly [number, number], lines: readonly string[]): [number, number] {
  let last = Math.min(end, lines.length);
  while (last > start + 1 && (lines[last - 1] ?? '').trim() === '') last -= 1;
  return [start, Math.max(last, start + 1)];
}

function findNoteLines(tokens: readonly Token[], open: number): [number, number] | null {
  let range: [number, number] | null = null;
  for (let index = open + 1; index < tokens.length && tokens[index]?.type !== 'footnote_close'; index += 1) {
    const map = tokens[index]?.map ?? null;
    if (map !== null) range = [Math.min(range?.[0] ?? map[0], map[0]), Math.max(range?.[1] ?? 0, map[1])];
  }
  return range;
}
