import { setTimeout as sleep } from 'node:timers/promises';
import { StorageClosedError, StorageCorruptError } from '../core/index.ts';
import { openDatabase } from './open-database.ts';
import { RowFlaw } from './row-shape.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { isBusy, toLockedError, toStorageError } from './sqlite-errors.ts';

/** How a connection to a file behaves. */
export interface ConnectionOptions {
  readonly lockTimeoutMs: number;
  readonly maxBytes: number | undefined;
}

/** The first and the longest pause between two tries for a lock. */
const firstPauseMs = 5;
const longestPauseMs = 100;

/**
 * The one connection of a storage: opened at the first use, and tried again while others hold its lock, with the event loop
 * free. Whatever goes wrong comes out as an error of ours that names the file.
 */
export class SqliteConnection {
  readonly #file: string;
  readonly #options: ConnectionOptions;
  #database: SqliteDatabase | null = null;
  #isClosed = false;
  /** Settles when the write that waits for the lock has ended; `null` while none waits. */
  #waitingWrite: Promise<unknown> | null = null;

  constructor(file: string, options: ConnectionOptions) {
    this.#file = file;
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#database !== null;
  }

  /** Does the work at once, or as soon as the lock is free. */
  async read<T>(work: (database: SqliteDatabase) => T): Promise<T> {
    const outcome = this.#try(work);
    return outcome.isDone ? outcome.value : this.#retry(work, outcome.error);
  }

  /**
   * The same for work that writes. Writes of this connection come in the order of their calls.
   *
   * @param beforeWaiting - called before the work is put off: from then on its caller may change what it was given.
   */
  async write<T>(work: (database: SqliteDatabase) => T, beforeWaiting: () => void): Promise<T> {
    if (this.#waitingWrite !== null) {
      beforeWaiting();
      while (this.#waitingWrite !== null) await this.#waitingWrite;
    }
    const outcome = this.#try(work);
    if (outcome.isDone) return outcome.value;
    beforeWaiting();
    const waiting = this.#retry(work, outcome.error);
    this.#waitingWrite = waiting.then(noop, noop).finally(() => {
      this.#waitingWrite = null;
    });
    return waiting;
  }

  /** Does the work now or not at all. */
  readNow<T>(work: (database: SqliteDatabase) => T): T {
    return work(this.#open());
  }

  close(): void {
    this.#isClosed = true;
    this.#database?.close();
    this.#database = null;
  }

  #open(): SqliteDatabase {
    if (this.#isClosed) throw new StorageClosedError();
    this.#database ??= openDatabase(this.#file, { maxBytes: this.#options.maxBytes });
    return this.#database;
  }

  #try<T>(work: (database: SqliteDatabase) => T): Outcome<T> {
    try {
      return { isDone: true, value: work(this.#open()) };
    } catch (error) {
      if (isBusy(error)) return { isDone: false, error };
      throw this.#explain(error);
    }
  }

  async #retry<T>(work: (database: SqliteDatabase) => T, firstError: unknown): Promise<T> {
    const start = performance.now();
    let error = firstError;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const leftMs = this.#options.lockTimeoutMs - (performance.now() - start);
      if (leftMs <= 0) throw toLockedError(this.#file, this.#options.lockTimeoutMs, error);
      // Jitter, so that those who wait for one lock do not all come back at once.
      await sleep(Math.min(pauseMs * (0.5 + Math.random()), leftMs));
      const outcome = this.#try((database) => withoutWaiting(database, work));
      if (outcome.isDone) return outcome.value;
      error = outcome.error;
    }
  }

  #explain(error: unknown): unknown {
    if (error instanceof RowFlaw)
      return new StorageCorruptError({ file: this.#file, detail: error.message, cause: error });
    return toStorageError(error, this.#file);
  }
}

type Outcome<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false; readonly error: unknown };

/** SQLite's own wait stops the event loop; who tries again and again does without it. */
function withoutWaiting<T>(database: SqliteDatabase, work: (database: SqliteDatabase) => T): T {
  database.waitForLocks(false);
  try {
    return work(database);
  } finally {
    database.waitForLocks(true);
  }
}

/** The outcome belongs to the write's own caller; those behind it only wait for its end. */
function noop(): void {
  return;
}
