import { findFrontMatter, readFrontMatterTitle } from './front-matter.ts';
import { headingText } from './heading-text.ts';
import { planLines } from './plan-lines.ts';
import { scanHeadings } from './scan-headings.ts';

const maxLength = 200;

/**
 * What a plan is called: the `title` of its front matter, else its first heading, as plain text on one line.
 *
 * @returns at most 200 characters, without control or invisible characters; `null` where the plan has neither.
 */
export function planTitle(text: string): string | null {
  // Front matter behind a comment, as linters want one, is a rule and a heading to Markdown, and no title.
  const lines = dropComments(planLines(text));
  const frontMatter = findFrontMatter(lines);
  const named = frontMatter === null ? null : readFrontMatterTitle(frontMatter);
  if (named !== null && headingText(named) !== '') return shorten(headingText(named));
  for (const { source } of scanHeadings(lines, frontMatter?.lineCount ?? 0)) {
    const title = headingText(source);
    if (title !== '') return shorten(title);
  }
  return null;
}

function dropComments(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !/^\ufeff?[ \t]*(?:<!--(?:(?!-->).)*-->[ \t]*)?$/.test(line));
  return first === -1 ? [] : lines.slice(first);
}

function shorten(title: string): string {
  const characters = Array.from(title.slice(0, maxLength * 2 + 2));
  return characters.length <= maxLength ? title : `${characters.slice(0, maxLength - 1).join('')}…`;
}
