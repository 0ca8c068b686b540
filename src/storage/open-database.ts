import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageCorruptError, StorageUnavailableError, StorageVersionError } from '../core/index.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import { applicationId, migrations } from './sqlite-schema.ts';

/** Options of {@link openDatabase}. */
export interface OpenOptions {
  /** Refuse writes that would make the file larger. */
  readonly maxBytes: number | undefined;
}

/**
 * Opens a database file, or makes it, and brings its schema up to date.
 *
 * @param file - absolute.
 * @throws {StorageVersionError} a newer version wrote it. Nothing was touched.
 * @throws {StorageCorruptError} it is no database. Nothing was touched.
 * @throws {StorageUnavailableError} it is the database of another program. Nothing was touched.
 * @throws an error of SQLite or of the file system.
 */
export function openDatabase(file: string, { maxBytes }: OpenOptions): SqliteDatabase {
  createFile(file);
  const database = new SqliteDatabase(file);
  try {
    checkFile(database, file);
    database.makeDurable(file);
    if (maxBytes !== undefined) database.limitSize(maxBytes);
    if (database.readNumber('user_version') < migrations.length) database.write(() => migrate(database, file));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Makes the file and the folders above it, for this account alone. SQLite gives its side files the same rights. */
function createFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    try {
      // Never opened when it is there already: closing it again would drop the locks this process has on it.
      closeSync(openSync(file, 'wx', 0o600));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  if (!statSync(file).isFile()) {
    throw new StorageUnavailableError({
      file,
      reason: 'it is no file',
      advice: 'Name a file, not a folder or a device.',
    });
  }
  accessSync(file, constants.R_OK | constants.W_OK);
}

/** Refuses a file that is not ours to write, before anything is written to it. */
function checkFile(database: SqliteDatabase, file: string): void {
  const found = database.readNumber('user_version');
  const isOurs = database.readNumber('application_id') === applicationId;
  if (isOurs && found > migrations.length) throw new StorageVersionError({ file, found, known: migrations.length });
  const tables = database.get('SELECT count(*) AS count FROM sqlite_schema')?.['count'];
  if (isOurs && tables === 0) throw new StorageCorruptError({ file, detail: 'its tables are gone' });
  if (!isOurs && (tables !== 0 || found !== 0)) {
    throw new StorageUnavailableError({
      file,
      reason: 'it is the database of another program',
      advice: 'Name another file. No data was touched.',
    });
  }
}

/** Takes the steps that the file has not behind it. The version is read again here: another process may have been first. */
function migrate(database: SqliteDatabase, file: string): void {
  const found = database.readNumber('user_version');
  if (found > migrations.length) throw new StorageVersionError({ file, found, known: migrations.length });
  for (const step of migrations.slice(found)) database.execute(step);
  database.execute(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`);
}
