import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { AlreadyDecidedError, type ReviewRecord, type Storage } from '../../src/core/index.ts';
import type { ReviewHost } from '../../src/review/index.ts';
import { sqliteStorage } from '../../src/storage/index.ts';
import { projectRoot, startChild } from '../builders/child.ts';
import { type Desk, min, openDesk, planA, sam, type TestAgent, testAgent } from '../builders/review-host.ts';

const path = 'plans/export-csv.md';
const databasePath = (root: string): string => join(root, '.countersign', 'countersign.db');

/** Two hosts, each with its own connection to one file and an agent that could go on. */
async function openTwoHosts(): Promise<{ desk: Desk; hosts: readonly ReviewHost[]; agents: readonly TestAgent[] }> {
  const desk = await openDesk({ now: () => new Date() });
  const storages = [1, 2].map(() => sqliteStorage({ path: databasePath(desk.root) }));
  const agents = storages.map((storage) => testAgent(storage));
  const hosts = storages.map((storage) => desk.openHost({ storage }));
  await desk.write(path, planA);
  return { desk, hosts, agents };
}
