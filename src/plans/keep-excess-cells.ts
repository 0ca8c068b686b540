import type { StateCore, Token } from 'markdown-it';
import { planLines } from './plan-lines.ts';

/**
 * Adds to the last cell of a table row what stands in cells beyond the header's: GitHub drops them, and so nobody would
 * see what the agent has in its file.
 */
export function keepExcessCells(state: StateCore): void {
  let lines: readonly string[] | undefined;
  let columns = 0;
  for (const [index, token] of state.tokens.entries()) {
    if (token.type === 'thead_open') columns = 0;
    if (token.type === 'th_open') columns += 1;
    if (token.type !== 'tr_close') continue;
    lines ??= planLines(state.src);
    const excess = readExcess(lines[findRow(state.tokens, index)] ?? '', columns);
    if (excess !== '') state.tokens[index - 2]?.children?.push(createExcess(state, excess));
  }
}

function findRow(tokens: readonly Token[], close: number): number {
  let index = close;
  while (index > 0 && tokens[index]?.type !== 'tr_open') index -= 1;
  return tokens[index]?.map?.[0] ?? -1;
}

function createExcess(state: StateCore, content: string): Token {
  const token = new state.Token('excess_cells', '', 0);
  token.content = content;
  return token;
}

/** What stands behind the columns of a row. Its line may begin with the marks of quotes around the table. */
function readExcess(line: string, columns: number): string {
  const row = line.replace(/^[\s>]+/, '').trimEnd();
  const cells = row.split(/(?<!\\)\|/);
  if (cells[0] === '') cells.shift();
  if (cells.at(-1) === '') cells.pop();
  return cells.slice(columns).join(' | ').trim();
}
