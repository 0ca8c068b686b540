import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One file of the built page. */
export interface PageFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Whether its name holds the digest of its bytes, so that a browser may keep it. */
  readonly isImmutable: boolean;
}

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
]);

/**
 * Reads the built page into memory; files are then only looked up by name, so no request names a path.
 *
 * @param folder - absolute; default: where the package has it.
 * @returns by path relative to the page; empty when the page is not built.
 */
export async function readPageFiles(folder?: string): Promise<ReadonlyMap<string, PageFile>> {
  for (const candidate of folder === undefined ? builtPageFolders() : [folder]) {
    const files = await readFolder(candidate);
    if (files.has('index.html')) return files;
  }
  return new Map();
}

/** Beside this module in the built package; in `dist` while the sources run. */
function builtPageFolders(): readonly string[] {
  const toFolder = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
  return import.meta.url.endsWith('.ts') ? [toFolder('../../dist/web/page/')] : [toFolder('./page/')];
}

async function readFolder(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const names = await listFolder(folder);
  const files = new Map<string, PageFile>();
  for (const name of names) {
    const type = types.get(extname(name));
    if (type === undefined) continue;
    const bytes = new Uint8Array(await readFile(join(folder, name)));
    files.set(name.replaceAll('\\', '/'), { bytes, type, isImmutable: name.startsWith('assets') });
  }
  return files;
}

async function listFolder(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
