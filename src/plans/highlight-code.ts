import type { HLJSApi, LanguageFn } from 'highlight.js';

type LoadLanguage = () => Promise<{ readonly default: LanguageFn }>;

const loaders: ReadonlyMap<string, LoadLanguage> = new Map<string, LoadLanguage>([
  ['bash', () => import('highlight.js/lib/languages/bash')],
  ['css', () => import('highlight.js/lib/languages/css')],
  ['diff', () => import('highlight.js/lib/languages/diff')],
  ['dockerfile', () => import('highlight.js/lib/languages/dockerfile')],
  ['go', () => import('highlight.js/lib/languages/go')],
  ['ini', () => import('highlight.js/lib/languages/ini')],
  ['java', () => import('highlight.js/lib/languages/java')],
  ['javascript', () => import('highlight.js/lib/languages/javascript')],
  ['json', () => import('highlight.js/lib/languages/json')],
  ['kotlin', () => import('highlight.js/lib/languages/kotlin')],
  ['markdown', () => import('highlight.js/lib/languages/markdown')],
  ['python', () => import('highlight.js/lib/languages/python')],
  ['rust', () => import('highlight.js/lib/languages/rust')],
  ['sql', () => import('highlight.js/lib/languages/sql')],
  ['swift', () => import('highlight.js/lib/languages/swift')],
  ['typescript', () => import('highlight.js/lib/languages/typescript')],
  ['xml', () => import('highlight.js/lib/languages/xml')],
  ['yaml', () => import('highlight.js/lib/languages/yaml')],
]);

const aliases: ReadonlyMap<string, string> = new Map([
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['zsh', 'bash'],
  ['console', 'bash'],
  ['patch', 'diff'],
  ['docker', 'dockerfile'],
  ['golang', 'go'],
  ['toml', 'ini'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['jsonc', 'json'],
  ['json5', 'json'],
  ['kt', 'kotlin'],
  ['md', 'markdown'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['html', 'xml'],
  ['svg', 'xml'],
  ['vue', 'xml'],
  ['yml', 'yaml'],
]);

// Colours help to read a screen or two; on much more the grammars take longer than a reader waits.
const maxCodeLength = 50_000;

let loading: Promise<HLJSApi> | undefined;

/**
 * Code as HTML with class names for its colours, never inline styles.
 *
 * @param language - as a fence names it, in any case of letters.
 * @returns `null` where the language is unknown or the code too long: to be shown plain.
 */
export async function highlightCode(code: string, language: string): Promise<string | null> {
  if (code.length > maxCodeLength) return null;
  const asked = language.toLowerCase();
  const name = aliases.get(asked) ?? asked;
  const grammar = await loadGrammar(name);
  if (grammar === null) return null;
  loading ??= import('highlight.js/lib/core').then((module) => module.default);
  const highlighter = await loading;
  if (highlighter.getLanguage(name) === undefined) highlighter.registerLanguage(name, grammar);
  return highlighter.highlight(code, { language: name, ignoreIllegals: true }).value;
}

function loadGrammar(name: string): Promise<LanguageFn | null> {
  const load = loaders.get(name);
  return load === undefined ? Promise.resolve(null) : load().then((module) => module.default);
}
