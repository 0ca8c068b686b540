import { expect, test } from 'vitest';
import { ConflictError } from '../core/index.ts';
import { isBusy, toLockedError, toStorageError } from './sqlite-errors.ts';

const file = '/project/.countersign/countersign.db';

function sqliteError(errcode: number, message = 'from SQLite'): Error {
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode });
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: from the system`), { code, syscall: 'open' });
}

// The numbers are those of https://www.sqlite.org/rescode.html, extended ones among them.
test.each([
  ['SQLITE_READONLY_DBMOVED', sqliteError(1032), 'may not write'],
  ['SQLITE_PERM', sqliteError(3), 'may not write'],
  ['SQLITE_IOERR_FSYNC', sqliteError(1034), 'failed to read or write'],
  ['SQLITE_FULL', sqliteError(13), 'Make room'],
  ['SQLITE_CANTOPEN_ISDIR', sqliteError(526), 'cannot be opened'],
  ['SQLITE_NOMEM, which has no words of its own', sqliteError(7, 'out of memory'), 'out of memory'],
  ['EACCES', systemError('EACCES'), 'may not write'],
  ['EROFS', systemError('EROFS'), 'Name a path on another one'],
  ['ENOTDIR', systemError('ENOTDIR'), 'a file, not a folder'],
  ['ENOSPC', systemError('ENOSPC'), 'Make room'],
  ['EMFILE, which has no words of its own', systemError('EMFILE'), 'EMFILE'],
])('%s is told with the file and what to do', (_, error, words) => {
  const told = toStorageError(error, file);

  expect(told).toMatchObject({ code: 'STORAGE_UNAVAILABLE', file, cause: error });
  expect(told).toHaveProperty('message', expect.stringContaining(words));
  expect(isBusy(error)).toBe(false);
});

test.each([
  ['SQLITE_CORRUPT_INDEX', sqliteError(779)],
  ['SQLITE_NOTADB', sqliteError(26)],
  ['a table that is gone', sqliteError(1, 'no such table: runs')],
])('%s is a damaged file', (_, error) => {
  expect(toStorageError(error, file)).toMatchObject({ code: 'STORAGE_CORRUPT', file, cause: error });
});

test.each([
  ['SQLITE_BUSY', 5],
  ['SQLITE_BUSY_SNAPSHOT', 517],
  ['SQLITE_LOCKED_SHAREDCACHE', 262],
  ['SQLITE_PROTOCOL', 15],
])('%s is worth another try', (_, errcode) => {
  expect(isBusy(sqliteError(errcode))).toBe(true);
});

test('what is no fault of the file stays as it is', () => {
  const conflict = new ConflictError({ changeIndex: 0, what: 'x' });
  const bug = new TypeError('a bug');

  expect(toStorageError(conflict, file)).toBe(conflict);
  expect(toStorageError(bug, file)).toBe(bug);
  expect(isBusy(bug)).toBe(false);
});

test('a lock that was held too long is told with how long that was', () => {
  expect(toLockedError(file, 30_000, null).message).toContain('locked for 30 s');
});
