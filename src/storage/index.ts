/** Where runs, reviews and decisions rest: one `Storage`, in memory and in SQLite, and the check of its event chain. */
export type {
  DeliveryFilter,
  Listing,
  MessageRow,
  Page,
  ReviewFilter,
  RunFilter,
  Storage,
} from '../core/index.ts';
export { verifyChain } from './event-chain.ts';
export type { MemoryStorageOptions } from './memory-storage.ts';
export { memoryStorage } from './memory-storage.ts';
export type { SqliteStorageOptions } from './sqlite-storage.ts';
export { sqliteStorage } from './sqlite-storage.ts';
