import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const original = fileURLToPath(new URL('workspace/', import.meta.url));

/** The folder an agent works in: a copy of the example's project, so that the project itself stays as it is. */
export interface WorkspaceCopy {
  readonly folder: string;
}

/** Opens a copy, and makes it first where there is none. */
export function openWorkspaceCopy(folder: string): WorkspaceCopy {
  if (!existsSync(folder)) {
    mkdirSync(dirname(folder), { recursive: true });
    cpSync(original, folder, { recursive: true });
  }
  return { folder };
}

/** The copy's files, relative to it, with `/`. */
export function listFiles({ folder }: WorkspaceCopy): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** @throws {Error} there is no such file, or the path leads outside. */
export function readWorkspaceFile(copy: WorkspaceCopy, path: string): string {
  return readFileSync(resolveInside(copy, path), 'utf8');
}

/** @throws {Error} the path leads outside. */
export function writeWorkspaceFile(copy: WorkspaceCopy, path: string, text: string): void {
  const file = resolveInside(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The path as it stands in the copy, without `.` and `..`. */
export function normalizePath(copy: WorkspaceCopy, path: string): string {
  return relative(copy.folder, resolveInside(copy, path)).split(sep).join('/');
}

function resolveInside({ folder }: WorkspaceCopy, path: string): string {
  const file = resolve(folder, path);
  if (!file.startsWith(folder + sep)) throw new Error(`"${path}" is not inside the workspace.`);
  return file;
}

/** A file that is not as it was in the example's project; `null` where there was or is none. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What has changed in the copy, plans left out. */
export function listChanges(copy: WorkspaceCopy): readonly ChangedFile[] {
  const source: WorkspaceCopy = { folder: resolve(original) };
  const read = (from: WorkspaceCopy, path: string): string | null =>
    existsSync(join(from.folder, path)) ? readWorkspaceFile(from, path) : null;
  const paths = new Set([...listFiles(source), ...listFiles(copy)].filter((path) => !path.startsWith('plans/')));
  return [...paths]
    .sort()
    .map((path) => ({ path, before: read(source, path), after: read(copy, path) }))
    .filter(({ before, after }) => before !== after);
}
