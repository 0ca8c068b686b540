import type { MarkdownIt, StateBlock, StateCore, Token } from 'markdown-it';
import { findFrontMatter } from './front-matter.ts';
import { keepExcessCells } from './keep-excess-cells.ts';
import { keepLostLines } from './keep-lost-lines.ts';
import { planLines } from './plan-lines.ts';
import { readTaskItems } from './read-task-items.ts';

/** A plan, parsed. */
export interface ParsedMarkdown {
  readonly tokens: Token[];
  readonly lines: readonly string[];
  readonly markdown: MarkdownIt;
}

const maxNesting = 60;
// A longer paragraph is no text that a person reads, and some patterns in it would take the parser minutes.
const maxInlineLength = 10_000;
// Line ends, table cells and addresses: what makes a plan slow to parse. A mebibyte of ordinary text has half of it.
const costly = /\n|\||\]\(|:\/\/|@/g;
const maxCostly = 80_000;
// The footnote plugin copies the whole plan for each note.
const noteDefinition = /\[\^[^\]\s]{1,200}\]:/g;
const maxNotes = 1000;
const safeScheme = /^(?:https?|mailto):/i;
const anyScheme = /^[a-z][a-z0-9+.-]*:/i;

let loading: Promise<MarkdownIt> | undefined;

/** The one Markdown parser: CommonMark with tables, strikethrough, autolinks, task items, footnotes and front matter. */
function loadMarkdown(): Promise<MarkdownIt> {
  loading ??= createMarkdown();
  return loading;
}

/**
 * Parses a plan into blocks that know their source lines.
 *
 * @returns `null` where it is nested so deep, or so dense, that it can only be shown as source.
 */
export async function parseMarkdown(text: string): Promise<ParsedMarkdown | null> {
  const markdown = await loadMarkdown();
  const source = text
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\u2400')
    .replace(/\r\n?/g, '\n');
  if (countMatches(source, costly) > maxCostly || countMatches(source, noteDefinition) > maxNotes) return null;
  try {
    const tokens = markdown.parse(source, {});
    const isTooDeep = tokens.some(({ level }) => level >= maxNesting - 1);
    return isTooDeep ? null : { tokens, lines: planLines(source), markdown };
  } catch (error) {
    // The only thing that stops the parser is the end of the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

async function createMarkdown(): Promise<MarkdownIt> {
  const [{ default: MarkdownParser }, { default: footnotePlugin }] = await Promise.all([
    import('markdown-it'),
    import('markdown-it-footnote'),
  ]);
  // `html` is on so that HTML blocks end where CommonMark says; the renderers show their source and never emit it.
  const markdown = new MarkdownParser({ html: true, linkify: true, maxNesting });
  markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false });
  markdown.linkify.add('ftp:', null).add('//', null);
  markdown.validateLink = (url) => safeScheme.test(url) || !anyScheme.test(url);
  markdown.use(footnotePlugin);
  // GitHub has no notes inside the text.
  markdown.disable('footnote_inline');
  markdown.block.ruler.before('table', 'front_matter', readFrontMatter);
  markdown.core.ruler.push('task_items', readTaskItems);
  markdown.core.ruler.push('excess_cells', keepExcessCells);
  markdown.core.ruler.push('lost_lines', keepLostLines);
  markdown.core.ruler.before('inline', 'long_text', keepLongText);
  return markdown;
}

function readFrontMatter(state: StateBlock, startLine: number): boolean {
  if (startLine !== 0 || state.parentType !== 'root') return false;
  const frontMatter = findFrontMatter(planLines(state.src));
  if (frontMatter === null) return false;
  const token = state.push('front_matter', '', 0);
  token.content = frontMatter.lines.join('\n');
  token.map = [0, frontMatter.lineCount];
  state.line = frontMatter.lineCount;
  return true;
}

function keepLongText({ tokens }: StateCore): void {
  for (const token of tokens) {
    if (token.type === 'inline' && token.content.length > maxInlineLength) token.type = 'long_text';
  }
}
