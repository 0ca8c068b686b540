import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from './output.ts';
import { runOnTerminal } from './run-on-terminal.ts';

/** What came of an editor: the text that was left there, or why there is none. */
export type Edited =
  | { readonly status: 'edited'; readonly text: string }
  /** The editor said so with its exit code, or there is none; what was typed is still in the file. */
  | { readonly status: 'failed'; readonly exitCode: number; readonly file: string };

/** The editor a person chose; `null` where they chose none. */
function readEditor(env: Surroundings['env']): string | null {
  const chosen = [env['VISUAL'], env['EDITOR']].find((command) => command !== undefined && command.trim() !== '');
  return chosen ?? null;
}

/** What is used where a person chose no editor. */
const fallbackEditor: string = process.platform === 'win32' ? 'notepad' : 'vi';

/** Lets a person edit a text in a file that only this account can read. A byte order mark an editor adds is taken off. */
export async function editText(surroundings: Surroundings, text: string, fileName: string): Promise<Edited> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-'));
  const file = join(folder, fileName);
  await writeFile(file, text, { mode: 0o600 });
  const command = readEditor(surroundings.env);
  const exitCode = await runOnTerminal(surroundings, {
    command: command ?? fallbackEditor,
    args: [file],
    isShellLine: command !== null,
  });
  if (exitCode !== 0) return { status: 'failed', exitCode, file };
  const edited = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  await rm(folder, { recursive: true, force: true });
  return { status: 'edited', text: edited };
}
