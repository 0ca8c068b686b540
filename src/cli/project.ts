import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { StorageUnavailableError } from '../core/index.ts';
import { CommandError } from './command-error.ts';
import { words } from './words.ts';

const stateFolderName = '.countersign';

/** The folder a command works for: its plans lie below it, its database in it. */
export interface Project {
  /** Absolute. */
  readonly folder: string;
  readonly databaseFile: string;
}

/**
 * Finds the project of a folder: the nearest parent with `.countersign`, else with `.git`, else the folder itself. The home
 * folder and the top of the file system are no parents; they can be a project only for who is in them.
 *
 * @param chosen - the folder a person named instead, relative to `cwd`.
 * @throws {CommandError} the named folder does not exist.
 */
export function findProject(cwd: string, chosen?: string): Project {
  const folder = chosen === undefined ? searchProjectFolder(cwd) : resolve(cwd, chosen);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(words.errors.noSuchFolder(folder));
  return { folder, databaseFile: join(folder, stateFolderName, 'countersign.db') };
}

function searchProjectFolder(cwd: string): string {
  const here = resolve(cwd);
  // What lies in the home folder or at the top was hardly meant for every project below.
  const tooWide = [homedir(), parse(here).root];
  const parents = listParents(here).filter((parent) => parent === here || !tooWide.includes(parent));
  for (const marker of [stateFolderName, '.git']) {
    const found = parents.find((parent) => existsSync(join(parent, marker)));
    if (found !== undefined) return found;
  }
  return here;
}

function listParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listParents(parent)];
}

/**
 * Makes the folder that holds the database, with a `.gitignore` so that it is never committed. An existing one is left as it is.
 *
 * @throws {StorageUnavailableError} it cannot be made.
 */
export function createStateFolder(project: Project): void {
  const stateFolder = dirname(project.databaseFile);
  if (existsSync(stateFolder)) return;
  try {
    mkdirSync(stateFolder, { recursive: true });
    writeFileSync(join(stateFolder, '.gitignore'), '*\n');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StorageUnavailableError({
      file: project.databaseFile,
      reason,
      advice: words.errors.makeFolderWritable(project.folder),
      cause,
    });
  }
}
