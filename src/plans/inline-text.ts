import type { Token } from 'markdown-it';

/**
 * The words of inline Markdown as plain text, HTML comments left out.
 *
 * @param withTags - whether the author's HTML tags, which are shown as text, belong to the words.
 */
export function inlineText(children: readonly Token[], withTags: boolean): string {
  return children.map((child) => readChild(child, withTags)).join('');
}

function readChild({ type, content, children }: Token, withTags: boolean): string {
  if (type === 'text' || type === 'code_inline') return content;
  if (type === 'softbreak' || type === 'hardbreak') return ' ';
  if (type === 'image') return inlineText(children ?? [], withTags);
  return type === 'html_inline' && withTags && !content.startsWith('<!--') ? content : '';
}
