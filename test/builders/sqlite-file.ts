import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { type SqliteStorageOptions, type Storage, sqliteStorage } from '../../src/storage/index.ts';

/** A folder of the test's own, removed when it ends. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The path of a database that is not there yet. */
export function newFile(): string {
  return join(makeFolder(), 'countersign.db');
}

/** A storage that is closed when the test ends; in a fresh file unless a path is given. */
export function openStorage(options: Partial<SqliteStorageOptions> = {}): Storage {
  const storage = sqliteStorage({ path: newFile(), ...options });
  onTestFinished(() => storage.close());
  return storage;
}

/** The same file as another program sees it. */
export function openRaw(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  return database;
}

/** Runs a module in a process of its own; `sqliteStorage`, the record builders and `argv` are there by name. */
export function startProgram(
  body: string,
  ...argv: string[]
): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  const storageUrl = new URL('../../src/storage/index.ts', import.meta.url);
  const testingUrl = new URL('../../src/testing/index.ts', import.meta.url);
  const program = `import { sqliteStorage } from '${storageUrl}'; import * as build from '${testingUrl}'; const argv = process.argv.slice(1); ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}
