import { describe, test } from 'vitest';
import { storageConformance } from '../testing/index.ts';
import { memoryStorage } from './memory-storage.ts';

describe('a storage in memory', () => {
  for (const { name, run } of storageConformance) test(name, () => run(memoryStorage()));
});
