import type { Token } from 'markdown-it';

/**
 * The words of inline Markdown as plain text, HTML comments left out.
 *
 * @param withTags - whether the author's HTML tags, which are shown as text, belong to the words.
 */
export function inlineText(children: readonly Token[], withTags: boolean): string {
  return children.map((child) => readChild(child, withTags)).join('');
}

/** Whether a tag of the author is a line break, the one tag that is shown as what it means. */
export function isLineBreak(tag: string): boolean {
  return /^<br\s*\/?>$/i.test(tag);
}

function readChild({ type, content, children }: Token, withTags: boolean): string {
  if (type === 'text' || type === 'code_inline') return content;
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  if (type === 'image') return inlineText(children ?? [], withTags);
  if (isLineBreak(content)) return ' ';
  return type === 'html_inline' && withTags && !content.startsWith('<!--') ? content : '';
}
