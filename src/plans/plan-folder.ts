import { realpathSync, statSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigurationError, type PlanFolder, type PlanSnapshot, PlanUnreadableError } from '../core/index.ts';
import { describeError, type FileFailure, isMissing, toFileFailure } from './file-failure.ts';
import { hashPlan } from './hash-plan.ts';
import { replaceHidden } from './hidden-characters.ts';
import { checkPlanBytes } from './plan-bytes.ts';
import { planTitle } from './plan-title.ts';
import { type FileBytes, readRegularFile } from './read-regular-file.ts';
import { showControlsInLine } from './show-controls.ts';

/** Options of {@link planFolder}. */
export interface PlanFolderOptions {
  /** The folder below which plans are read. Made absolute at once, so a later change of the current folder is no matter. */
  readonly root: string;
  /** The largest plan that is read, in bytes. Default 1,048,576. */
  readonly maxBytes?: number | undefined;
  /** The endings that are read, such as `['.md', '.markdown']`, in any case of letters. Default: every text file. */
  readonly extensions?: readonly string[] | undefined;
}

const defaultMaxBytes = 1_048_576;
const maxAttempts = 3;

/**
 * Makes the one safe reader of plan files: it reads regular UTF-8 files below `root`, and nothing else.
 *
 * Paths may be relative to the root or absolute; symbolic links are followed, and what they lead to must lie below the
 * root as it was when this was called. The root itself may lie behind a link, and need not be there yet.
 *
 * @throws {ConfigurationError} the root is no folder, or an option has no sense.
 */
export function planFolder(options: PlanFolderOptions): PlanFolder {
  const { maxBytes = defaultMaxBytes } = options;
  const root = resolveRoot(options.root);
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) {
    throw new ConfigurationError({ message: `planFolder needs maxBytes as a whole number from 1, not ${maxBytes}.` });
  }
  const extensions = options.extensions?.map((extension) => extension.toLowerCase()) ?? null;
  const reader: Reader = { root, maxBytes, extensions };
  return { root, maxBytes, read: (path) => readPlan(reader, path) };
}

interface Reader {
  /** Absolute, without links. */
  readonly root: string;
  readonly maxBytes: number;
  readonly extensions: readonly string[] | null;
}

function resolveRoot(root: unknown): string {
  if (typeof root !== 'string' || root === '' || root.includes('\0')) {
    throw new ConfigurationError({ message: 'planFolder needs the path of a folder as `root`.' });
  }
  const found = findExisting(resolve(root));
  if (found.rest === '' && !statSync(found.real).isDirectory()) {
    throw new ConfigurationError({ message: `planFolder needs a folder as \`root\`; "${root}" is none.` });
  }
  return join(found.real, found.rest);
}

/** The real path of as much of a path as exists. */
function findExisting(path: string): { readonly real: string; readonly rest: string } {
  let existing = path;
  for (;;) {
    try {
      return { real: realpathSync.native(existing), rest: relative(existing, path) };
    } catch (error) {
      const parent = dirname(existing);
      if (parent === existing || !isMissing(error)) {
        throw toRootError(path, error);
      }
      existing = parent;
    }
  }
}

function toRootError(path: string, cause: unknown): ConfigurationError {
  return new ConfigurationError({
    message: `planFolder cannot use "${path}" as \`root\`: ${describeError(cause)}.`,
    cause,
  });
}

async function readPlan(reader: Reader, path: string): Promise<PlanSnapshot> {
  const asked = checkPath(reader, path);
  const { relativePath, found } = await readLocated(reader, path, asked);
  if (!found.isRead) throw refuse(reader, path, found);
  const checked = checkPlanBytes(found.bytes);
  if (!checked.isText) throw refuse(reader, path, checked);
  return {
    path: relativePath,
    root: reader.root,
    title: planTitle(checked.text),
    planSha256: hashPlan(found.bytes),
    bytes: found.bytes,
  };
}

/** Tries again where a program that saves the plan, by writing another file and moving it there, came between. */
async function readLocated(reader: Reader, path: string, asked: string): Promise<LocatedFile> {
  for (let attempt = 1; ; attempt += 1) {
    const { real, relativePath } = await locate(reader, path, asked);
    checkExtension(reader, path, real);
    const found = await readRegularFile(real, reader.maxBytes);
    if (found.isRead || found.wasReplaced !== true || attempt === maxAttempts) return { relativePath, found };
  }
}

interface LocatedFile {
  readonly relativePath: string;
  readonly found: FileBytes;
}

/** The path asked for, absolute, before any link is followed. */
function checkPath(reader: Reader, path: unknown): string {
  const detail = typeof path !== 'string' || path === '' ? 'no path was given' : findBadPart(path);
  if (typeof path === 'string' && detail === null) return resolve(reader.root, path);
  const advice = 'Submit the path of the plan file, relative to that folder, for example "plans/my-plan.md"';
  throw refuse(reader, typeof path === 'string' ? showControlsInLine(path) : '', {
    reason: 'bad-path',
    detail: `${detail}. ${advice}.`,
  });
}

function findBadPart(path: string): string | null {
  if (path.trim() === '') return 'the path is blank';
  if (/[\n\t]/.test(path) || replaceHidden(path, () => '') !== path) {
    return 'the path holds control or invisible characters';
  }
  // Behind a colon Windows reads another stream of the file, which no listing shows.
  const isStream = process.platform === 'win32' && /:/.test(path.replace(/^[a-z]:[\\/]/i, ''));
  return isStream ? 'the path holds a colon' : null;
}

async function locate(reader: Reader, path: string, asked: string): Promise<{ real: string; relativePath: string }> {
  try {
    const real = await realpath(asked);
    const relativePath = relativeInside(reader.root, real);
    if (relativePath === null) throw refuseOutside(reader, path);
    return { real, relativePath };
  } catch (error) {
    if (error instanceof PlanUnreadableError) throw error;
    // Of what lies outside, nobody learns whether it is there.
    if (!(await leadsInside(reader, asked))) throw refuseOutside(reader, path);
    throw refuseFailure(reader, path, error);
  }
}

/** Whether a path that cannot be resolved would lie inside the root as far as it exists. */
async function leadsInside(reader: Reader, asked: string): Promise<boolean> {
  for (let current = asked; ; current = dirname(current)) {
    const real = await realpath(current).catch(() => null);
    if (real !== null) return relativeInside(reader.root, join(real, relative(current, asked))) !== null;
    // A link that leads nowhere may be made to lead outside at any time.
    const isLink = await lstat(current).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (isLink || dirname(current) === current) return false;
  }
}

/** The path below the root with `/`; `null` outside of it. */
function relativeInside(root: string, path: string): string | null {
  const below = relative(root, path);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return null;
  return below.split(sep).join('/');
}

function checkExtension(reader: Reader, path: string, real: string): void {
  const { extensions } = reader;
  if (extensions === null || extensions.includes(extname(real).toLowerCase())) return;
  const detail = `its name must end with ${extensions.join(' or ')}. Rename the file and submit it again.`;
  throw refuse(reader, path, { reason: 'not-markdown', detail });
}

function refuse({ root }: Reader, path: string, { reason, detail, cause }: FileFailure): PlanUnreadableError {
  return new PlanUnreadableError({ path, root, reason, detail: `${detail} Plans are read below "${root}".`, cause });
}

function refuseOutside(reader: Reader, path: string): PlanUnreadableError {
  const detail =
    'it does not lead to a file inside the plan folder. Write the plan below that folder and submit its path.';
  return refuse(reader, path, { reason: 'outside', detail });
}

function refuseFailure(reader: Reader, path: string, error: unknown): PlanUnreadableError {
  const failure = toFileFailure(error);
  const isBackslashed = failure.reason === 'missing' && sep === '/' && path.includes('\\');
  return refuse(
    reader,
    path,
    isBackslashed ? { ...failure, detail: `${failure.detail} Folders are separated by "/".` } : failure,
  );
}
