import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DecisionRecord, Storage } from '../../src/core/index.ts';
import type { ReviewHost, ReviewSummary } from '../../src/review/index.ts';
import { sqliteStorage, verifyChain } from '../../src/storage/index.ts';
import { projectRoot, startChild } from '../builders/child.ts';
import { testFolder } from '../builders/planner.ts';
import { type Desk, min, openDesk, planA, sam, type TestAgent, testAgent } from '../builders/review-host.ts';

const races = 1_000;
const reviewer = join(projectRoot, 'test/journeys/processes/reviewer.mjs');

/** One database file, and two reviewers with a connection, a host and a way to the agent each. */
interface Office {
  readonly database: string;
  readonly desk: Desk;
  readonly hosts: readonly [ReviewHost, ReviewHost];
  readonly agents: readonly [TestAgent, TestAgent];
}

async function openOffice(): Promise<Office> {
  const database = join(await testFolder({}), 'countersign.db');
  const storages = [openStorage(database), openStorage(database)] as const;
  const desk = await openDesk({ storage: storages[0], now: () => new Date() });
  await desk.write('plans/export-csv.md', planA);
  const hosts = [desk.host, desk.openHost({ storage: storages[1] })] as const;
  const agents = [testAgent(storages[0]), testAgent(storages[1])] as const;
  hosts[0].attach(agents[0]);
  hosts[1].attach(agents[1]);
  return { database, desk, hosts, agents };
}

function openStorage(path: string): Storage {
  const storage = sqliteStorage({ path });
  onTestFinished(() => storage.close());
  return storage;
}

async function submitMany({ desk }: Office, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    ids.push((await desk.submitForAgent({ runId: `run-${number}` })).id);
  }
  return ids;
}

/** The one decision on each review, once each is known to have been delivered exactly once. */
async function readOutcomes(storage: Storage, ids: readonly string[]): Promise<readonly DecisionRecord[]> {
  await vi.waitFor(async () => expect((await storage.listDeliveries({ status: ['pending'] })).total).toBe(0), 20_000);
  const decisions = await storage.listDecisions(ids);
  expect(decisions.map(({ reviewId }) => reviewId).sort()).toEqual([...ids].sort());
  const deliveries = (await storage.listDeliveries()).items;
  expect(deliveries.map(({ decisionId }) => decisionId).sort()).toEqual(decisions.map(({ id }) => id).sort());
  expect(deliveries.filter(({ status, attempts }) => status !== 'delivered' || attempts !== 1)).toEqual([]);
  return decisions;
}

test(`of an approval and a rejection at once, ${races} times, one is decided and delivered each time, and the other is told which`, {
  timeout: 120_000,
}, async () => {
  const office = await openOffice();
  const { desk, hosts, agents } = office;
  const ids = await submitMany(office, races);
  await Promise.all(hosts.map((host) => host.start()));
  const told: string[] = [];

  for (const [index, id] of ids.entries()) {
    const approve = (): Promise<ReviewSummary> => hosts[0].decide(id, { action: 'approved' }, { by: min });
    const reject = (): Promise<ReviewSummary> => hosts[1].decide(id, { action: 'rejected' }, { by: sam });
    const both = await Promise.allSettled(index % 2 === 0 ? [approve(), reject()] : [reject(), approve()]);
    const won = both.find((result) => result.status === 'fulfilled');
    const lost = both.find((result) => result.status === 'rejected');
    expect(lost?.reason).toMatchObject({ code: 'ALREADY_DECIDED', decision: { reviewId: id } });
    expect(lost?.reason.decision.action).toBe(won?.value.decision?.decision.action);
    told.push(lost?.reason.decision.action);
  }

  const decisions = await readOutcomes(desk.storage, ids);
  const actionOf = new Map(decisions.map(({ reviewId, decision }) => [reviewId, decision.action]));
  expect(told).toEqual(ids.map((id) => actionOf.get(id)));
  expect(agents.flatMap(({ answers }) => answers).sort()).toEqual([...told].sort());
  const first = await desk.storage.getReview(ids[0] ?? '');
  expect(verifyChain(await desk.storage.listEvents(first?.planId ?? ''))).toBeNull();
});

test('of two processes that decide at once one wins each time, the other is told which, and a third delivers it', {
  timeout: 60_000,
}, async () => {
  const office = await openOffice();
  const { database, desk, hosts, agents } = office;
  const ids = await submitMany(office, 100);
  await Promise.all(hosts.map((host) => host.start()));
  const reviewers = ['approved', 'rejected'].map((action) => startChild([reviewer, database, action]));
  for (const { nextLine } of reviewers) expect(await nextLine()).toBe('ready');
  const winners: unknown[] = [];

  for (const id of ids) {
    reviewers.reverse();
    for (const { process } of reviewers) process.stdin?.write(`${id}\n`);
    const answers = await Promise.all(reviewers.map(({ nextLine }) => nextLine()));
    const [won] = answers.filter((answer) => Object(answer).code === null);
    const action = Object(won).action;
    expect(answers).toEqual(expect.arrayContaining([won, { code: 'ALREADY_DECIDED', action }]));
    winners.push(action);
  }

  for (const { process } of reviewers) process.stdin?.end();
  for (const { ended } of reviewers) expect(await ended()).toMatchObject({ code: 0, stderr: '' });
  const decisions = await readOutcomes(desk.storage, ids);
  expect(decisions.map(({ decision }) => decision.action).sort()).toEqual([...winners].sort());
  expect(agents.flatMap(({ answers }) => answers).sort()).toEqual([...winners].sort());
});
