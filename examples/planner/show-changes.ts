import { styleText } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import type { ChangedFile } from './workspace-copy.ts';

/** The changes as a patch, coloured where the terminal shows colours. */
export function showChanges(changes: readonly ChangedFile[]): string {
  return changes.map(showChange).join('\n');
}

function showChange({ path, before, after }: ChangedFile): string {
  const oldName = before === null ? '/dev/null' : `a/${path}`;
  const newName = after === null ? '/dev/null' : `b/${path}`;
  const patch = createTwoFilesPatch(oldName, newName, before ?? '', after ?? '', '', '', { context: 3 });
  const lines = patch
    .trimEnd()
    .split('\n')
    .filter((line) => !/^=+$/.test(line));
  return lines.map((line) => colour(line.replace(/\t$/, ''))).join('\n');
}

function colour(line: string): string {
  if (/^(---|\+\+\+) /.test(line)) return styleText('bold', line);
  if (line.startsWith('@@')) return styleText('cyan', line);
  if (line.startsWith('+')) return styleText('green', line);
  return line.startsWith('-') ? styleText('red', line) : line;
}
