import { planLines } from '../plans/index.ts';
import type { CommandContext } from './command-context.ts';
import { readKey } from './key-prompt.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { words } from './words.ts';

/** Lines of the terminal left free below a text that is printed without a pager. */
const freeLines = 2;

/**
 * Shows a text at a terminal: printed where it fits, else in `$PAGER`, else in `less`, else page by page. Nothing is cut.
 *
 * @param text - safe to show; no line longer than the terminal is expected, longer ones wrap.
 */
export async function showPaged(context: CommandContext, text: string): Promise<void> {
  const { output, surroundings } = context;
  if (planLines(text).length <= output.height - freeLines) return output.print(text);
  const { env } = surroundings;
  const chosen = env['PAGER'] ?? '';
  const code = await runOnTerminal(surroundings, {
    command: chosen === '' ? 'less' : chosen,
    args: chosen === '' ? ['-R', `-Ps${words.pager.prompt}`] : [],
    isShellLine: chosen !== '',
    input: `${text}\n`,
    // No shell, no other files, no editor out of the pager; a plan is data.
    env: { LESSSECURE: '1', LESS: env['LESS'] ?? 'R', LESSCHARSET: env['LESSCHARSET'] ?? 'utf-8' },
  });
  if (code === 127 || code === 126) await showPages(context, text);
}

async function showPages({ output, surroundings }: CommandContext, text: string): Promise<void> {
  const lines = planLines(text);
  const pageLength = output.height - freeLines;
  for (let start = 0; start < lines.length; start += pageLength) {
    output.print(lines.slice(start, start + pageLength).join('\n'));
    const left = lines.length - start - pageLength;
    if (left <= 0) return;
    output.print(output.paint('dim', words.pager.more(left)));
    if ((await readKey(surroundings, { keys: [' ', 'enter', 'q'] })) === 'q') return;
  }
}
