import type { StateCore, Token } from 'markdown-it';
import { planLines } from './plan-lines.ts';

const leafTypes: ReadonlySet<string> = new Set([
  'inline',
  'long_text',
  'heading_open',
  'paragraph_open',
  'table_open',
  'fence',
  'code_block',
  'html_block',
  'hr',
  'front_matter',
]);
const onlyContainerMarks = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*[ \t]*$/;

/**
 * Adds a `lost_lines` token for source lines that no other token shows: link definitions (in which comments can be
 * hidden), notes that nothing refers to, and whatever else the parser leaves out. A reviewer sees all that the agent wrote.
 */
export function keepLostLines(state: StateCore): void {
  const lines = planLines(state.src);
  const isShown = markShown(state.tokens, lines.length);
  const groups: [number, number][] = [];
  for (const [line, text] of lines.entries()) {
    if (isShown[line] === 1 || onlyContainerMarks.test(text)) continue;
    const last = groups.at(-1);
    if (last?.[1] === line) last[1] = line + 1;
    else groups.push([line, line + 1]);
  }
  if (groups.length > 0) state.tokens = insertGroups(state, lines, groups);
}

function markShown(tokens: readonly Token[], lineCount: number): Uint8Array {
  const isShown = new Uint8Array(lineCount);
  for (const { type, map } of tokens) {
    if (map !== null && leafTypes.has(type)) isShown.fill(1, map[0], map[1]);
  }
  return isShown;
}

/** Each group comes before the first outermost block that begins after it; the notes at the end stay last. */
function insertGroups(state: StateCore, lines: readonly string[], groups: readonly [number, number][]): Token[] {
  const result: Token[] = [];
  let next = 0;
  for (const token of state.tokens) {
    const isNotes = token.type === 'footnote_block_open';
    const start = token.level === 0 && token.nesting !== -1 && token.map !== null ? token.map[0] : -1;
    for (let group = groups[next]; group !== undefined && (isNotes || group[0] < start); group = groups[next]) {
      result.push(createLost(state, lines, group));
      next += 1;
    }
    result.push(token);
  }
  return [...result, ...groups.slice(next).map((group) => createLost(state, lines, group))];
}

function createLost(state: StateCore, lines: readonly string[], [start, end]: readonly [number, number]): Token {
  const token = new state.Token('lost_lines', 'pre', 0);
  token.block = true;
  token.map = [start, end];
  token.content = lines.slice(start, end).join('\n');
  return token;
}
