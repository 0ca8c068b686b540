import { replaceHidden } from './hidden-characters.ts';

const maxSource = 2000;
const escapedBase = 0xe000;

/** A heading's Markdown as plain text on one line, without controls; HTML comments are dropped, tags stay as text. */
export function headingText(source: string): string {
  const pieces = source.slice(0, maxSource).split(/(?<!`)((`+)(?!`).*?(?<!`)\2(?!`))/s);
  let text = '';
  // A split with two groups gives text, code span, its backticks, text, …
  for (let index = 0; index < pieces.length; index += 3) {
    text += stripInline(pieces[index] ?? '') + stripTicks(pieces[index + 1] ?? '');
  }
  return replaceHidden(text, (codePoint) => (codePoint === 0x0d ? ' ' : ''))
    .replace(/\s+/gu, ' ')
    .trim();
}

function stripTicks(span: string): string {
  const inner = span.replace(/^`+|`+$/g, '');
  return /^ .*[^ ].* $/s.test(inner) ? inner.slice(1, -1) : inner;
}

function stripInline(source: string): string {
  const stripped = source
    .replace(/\\([!-/:-@[-`{-~])/g, (_match, char: string) => String.fromCharCode(escapedBase + char.charCodeAt(0)))
    .replace(/<!--.*?-->/gs, '')
    .replace(/<((?:https?|mailto):[^<>\s]*)>/g, '$1')
    .replace(/!?\[([^[\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^[\]]*\])/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/\*(?=\S)([^*]+)(?<=\S)\*/g, '$1')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_]+)(?<=\S)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|nbsp);/gi, decodeEntity);
  return stripped.replace(/[\ue021-\ue07e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - escapedBase));
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', ' '],
]);

function decodeEntity(match: string, name: string): string {
  if (!name.startsWith('#')) return entities.get(name.toLowerCase()) ?? match;
  const codePoint = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : match;
}
