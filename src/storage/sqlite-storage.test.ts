import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished, test } from 'vitest';
import type { Storage } from '../core/index.ts';
import { storageConformance } from '../testing/index.ts';
import { sqliteStorage } from './sqlite-storage.ts';

function openFresh(): Storage {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-storage-'));
  const storage = sqliteStorage({ path: join(folder, 'countersign.db') });
  onTestFinished(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  return storage;
}

describe('a storage in SQLite', () => {
  for (const { name, run } of storageConformance) test(name, () => run(openFresh()));
});
