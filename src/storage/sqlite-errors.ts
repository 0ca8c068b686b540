import { CountersignError, isRecord, StorageCorruptError, StorageUnavailableError } from '../core/index.ts';

/** Primary result codes of SQLite. @see https://www.sqlite.org/rescode.html */
const code = {
  error: 1,
  perm: 3,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  /** Several connections opened the file's log at the same moment. */
  protocol: 15,
  notadb: 26,
};

/** What is wrong, and what a person can do about it. */
interface Remedy {
  readonly reason: string;
  readonly advice: string;
}

const forbidden: Remedy = {
  reason: 'this account may not write it',
  advice: 'Make the file and its folder writable for this account.',
};
const notFolder: Remedy = {
  reason: 'a part of its path is a file, not a folder',
  advice: 'Name another path, or move that file away.',
};
const full: Remedy = {
  reason: 'the disk is full, or the database has reached its size limit',
  advice: 'Make room, then try again; what was stored before stands.',
};

/** By the code of SQLite, or of the file system below it. */
const remedies = new Map<number | string, Remedy>([
  [code.readonly, forbidden],
  [code.perm, forbidden],
  [code.ioerr, { reason: 'the disk failed to read or write', advice: 'Look at the disk, then try again.' }],
  [code.full, full],
  [code.cantopen, { reason: 'it cannot be opened', advice: 'Look whether its folder is there and writable.' }],
  ['EACCES', forbidden],
  ['EPERM', forbidden],
  ['EROFS', { reason: 'it lies on a file system that cannot be written', advice: 'Name a path on another one.' }],
  ['ENOTDIR', notFolder],
  ['EEXIST', notFolder],
  ['ENOSPC', full],
  ['ENAMETOOLONG', { reason: 'its path is too long', advice: 'Name a shorter one.' }],
]);

/** Whether another connection holds the lock: worth another try. */
export function isBusy(error: unknown): boolean {
  const found = readCode(error);
  return found === code.busy || found === code.locked || found === code.protocol;
}

/** An error met at a database file, as one of ours. Errors that are no fault of the file are returned as they are. */
export function toStorageError(error: unknown, file: string): unknown {
  if (CountersignError.isInstance(error)) return error;
  const found = readCode(error);
  if (found === undefined) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (found === code.notadb) return new StorageCorruptError({ file, detail: 'it is no SQLite database', cause: error });
  const isTableGone = found === code.error && detail.startsWith('no such');
  if (found === code.corrupt || isTableGone) return new StorageCorruptError({ file, detail, cause: error });
  const remedy = remedies.get(found) ?? { reason: detail, advice: 'Look at the cause, then try again.' };
  return new StorageUnavailableError({ file, ...remedy, cause: error });
}

/** The error of a database that others kept locked for too long. */
export function toLockedError(file: string, waitedMs: number, cause: unknown): StorageUnavailableError {
  const reason = `another process has kept it locked for ${Math.round(waitedMs / 100) / 10} s`;
  return new StorageUnavailableError({
    file,
    reason,
    advice: 'Find and end the program that holds it, then try again.',
    cause,
  });
}

/** SQLite's primary code, or the file system's word; `undefined` for an error of neither. */
function readCode(error: unknown): number | string | undefined {
  if (!isRecord(error)) return undefined;
  // The extended codes keep the primary one in their low byte.
  if (error['code'] === 'ERR_SQLITE_ERROR')
    return typeof error['errcode'] === 'number' ? error['errcode'] & 0xff : undefined;
  return typeof error['syscall'] === 'string' && typeof error['code'] === 'string' ? error['code'] : undefined;
}
