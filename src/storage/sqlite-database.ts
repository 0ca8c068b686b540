import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { ConfigurationError, StorageUnavailableError } from '../core/index.ts';
import { KnownRows } from './known-rows.ts';

/** A row as SQLite gives it: untrusted until it is parsed. */
export type Row = Readonly<Record<string, unknown>>;

/** How long SQLite itself waits for a lock, with the event loop standing still. */
const busyTimeoutMs = 50;
const pageBytes = 4096;

/** One connection to a database file. The only code that touches `node:sqlite`. */
export class SqliteDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Asked and told inside the transactions of {@link write}. */
  readonly known: KnownRows = new KnownRows();

  constructor(file: string) {
    // Taken only when a file is opened: on Node 22 taking it prints a warning, and programs that rest runs elsewhere do not need it.
    const sqlite = process.getBuiltinModule('node:sqlite');
    if (sqlite === undefined) {
      throw new ConfigurationError({
        message: 'This JavaScript runtime has no node:sqlite. Use Node 22.13 or later, or memoryStorage().',
      });
    }
    this.#connection = new sqlite.DatabaseSync(file);
    this.waitForLocks(true);
  }

  /** Whether SQLite waits a little for a lock, or gives up at once. */
  waitForLocks(isWaiting: boolean): void {
    this.#connection.exec(`PRAGMA busy_timeout = ${isWaiting ? busyTimeoutMs : 0}`);
  }

  /** Lets the file be read while it is written, and has every commit reach the disk before it counts. */
  makeDurable(file: string): void {
    const mode = this.get('PRAGMA journal_mode = WAL')?.['journal_mode'];
    if (mode !== 'wal') {
      throw new StorageUnavailableError({
        file,
        reason: 'its file system does not let several processes share it',
        advice: 'Put it on a local disk.',
      });
    }
    this.#connection.exec(
      'PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8000;',
    );
  }

  limitSize(maxBytes: number): void {
    this.#connection.exec(`PRAGMA max_page_count = ${Math.max(1, Math.floor(maxBytes / pageBytes))}`);
  }

  /** A number that the file's header holds, or that SQLite keeps. */
  readNumber(pragma: 'user_version' | 'application_id' | 'data_version'): number {
    return Number(this.get(`PRAGMA ${pragma}`)?.[pragma] ?? 0);
  }

  /** Runs statements that are run once. */
  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** @returns the key of the row that was inserted; `null` when none was. */
  insert(sql: string, ...values: SQLInputValue[]): number | null {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return Number(changes) === 0 ? null : Number(lastInsertRowid);
  }

  /** @returns how many rows were written. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Does the work in one transaction that no other connection writes beside; all of it or, when it throws, none. */
  write<T>(work: () => T): T {
    try {
      return this.#transact('BEGIN IMMEDIATE', () => {
        this.known.begin(this.readNumber('data_version'));
        return work();
      });
    } catch (error) {
      this.known.forget();
      throw error;
    }
  }

  /** Does the work on one state of the file, whatever others write meanwhile. */
  read<T>(work: () => T): T {
    return this.#transact('BEGIN', work);
  }

  close(): void {
    this.#statements.clear();
    this.#connection.close();
  }

  #transact<T>(begin: string, work: () => T): T {
    this.run(begin);
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** After some errors (a full disk) SQLite has rolled back by itself; its answer that nothing is open is then the good one. */
  #rollBack(): void {
    try {
      this.run('ROLLBACK');
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
