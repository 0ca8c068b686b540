import assert from 'node:assert/strict';
import type { Claim, Storage } from '../core/index.ts';
import { StorageClosedError } from '../core/index.ts';
import { buildCall, buildDraft, buildPlan, buildReview, buildRun } from './build-records.ts';
import { type StorageCase, second } from './storage-case.ts';

/** Above the largest process id that any system gives out. */
const noPid = 2 ** 22 + 1;

/** A value that a case changes although its type says that nobody does. */
function unlock<T extends object>(value: T): Record<string, unknown> {
  // The point of the case: code that was not compiled against our types can do this.
  return value as Record<string, unknown>;
}

/** Every call of a storage that touches what is stored. */
const calls: readonly ((storage: Storage) => Promise<unknown>)[] = [
  (storage) => storage.commit([]),
  (storage) => storage.getRun('run-1'),
  (storage) => storage.listRuns(),
  (storage) => storage.getMessages('run-1'),
  (storage) => storage.getCalls('run-1'),
  (storage) => storage.getReview('review-1'),
  (storage) => storage.listReviews(),
  (storage) => storage.getPlan('0'),
  (storage) => storage.listDecisions('review-1'),
  (storage) => storage.listDeliveries(),
  (storage) => storage.getDraft('review-1', 'min'),
  (storage) => storage.listDrafts('review-1'),
  (storage) => storage.listEvents('run-1'),
];

/** A storage among other code: what it shares, whom it tells, whose claims hold, and its end. */
export const lifeCases: readonly StorageCase[] = [
  {
    name: 'what was given to a commit may be changed afterwards, even before it is made',
    async run(storage) {
      const run = buildRun({ options: { instructions: 'kept' } });
      const call = buildCall();
      const plan = buildPlan('# Plan');
      const draft = buildDraft();
      const written = { ...plan, bytes: Uint8Array.from(plan.bytes) };

      const made = storage.commit([
        { type: 'run-created', run },
        { type: 'call-created', call },
        { type: 'plan-stored', ...written },
        { type: 'review-created', review: buildReview() },
        { type: 'draft-saved', planId: 'plan-1', draft },
      ]);
      unlock(run)['status'] = 'failed';
      unlock(run.options)['instructions'] = 'changed';
      unlock(call)['args'] = 'changed';
      unlock(draft)['text'] = 'changed';
      written.bytes.fill(0);
      await made;

      assert.deepEqual(await storage.getRun('run-1'), buildRun({ options: { instructions: 'kept' } }));
      assert.deepEqual(await storage.getCalls('run-1'), [buildCall()]);
      assert.deepEqual(await storage.getDraft('review-1', 'min'), buildDraft());
      assert.deepEqual(new Uint8Array((await storage.getPlan(plan.planSha256)) ?? []), plan.bytes);
    },
  },
  {
    name: 'what was read may be changed, and the next read does not show it',
    async run(storage) {
      const plan = buildPlan('# Plan');
      await storage.commit([
        { type: 'run-created', run: buildRun() },
        { type: 'review-created', review: buildReview() },
        { type: 'plan-stored', ...plan },
      ]);
      const run = await storage.getRun('run-1');
      const { items } = await storage.listReviews();
      const bytes = await storage.getPlan(plan.planSha256);
      assert.ok(run !== null && items[0] !== undefined && bytes !== null);

      unlock(run.usage)['inputTokens'] = 99;
      unlock(items[0].source)['host'] = 'changed';
      bytes.fill(0);

      assert.deepEqual(await storage.getRun('run-1'), buildRun());
      assert.deepEqual(await storage.getReview('review-1'), buildReview());
      assert.deepEqual(new Uint8Array((await storage.getPlan(plan.planSha256)) ?? []), plan.bytes);
    },
  },
  {
    name: 'every watcher is told of a commit, and none after it has ended its watch',
    async run(storage) {
      const told = { first: 0, second: 0 };
      const end = storage.watch(() => {
        told.first += 1;
      });
      const next = Promise.withResolvers<void>();
      const endSecond = storage.watch(() => {
        told.second += 1;
        next.resolve();
      });
      await storage.commit([{ type: 'run-created', run: buildRun() }]);
      await next.promise;
      assert.ok(told.first > 0);

      end();
      const { first } = told;
      const after = Promise.withResolvers<void>();
      const endThird = storage.watch(() => after.resolve());
      await storage.commit([{ type: 'run-created', run: buildRun({ id: 'run-2' }) }]);
      await after.promise;

      assert.equal(told.first, first);
      endSecond();
      endThird();
    },
  },
  {
    name: 'a claim holds while its process lives, and elsewhere until its lease runs out',
    async run(storage) {
      const { owner } = storage;
      const lapses = (claim: Partial<Claim>, now: string): boolean =>
        storage.isClaimLapsed({ token: 1, owner, leaseUntil: second(10), ...claim }, now);

      assert.equal(lapses({}, second(99)), false);
      assert.equal(lapses({ owner: { ...owner, pid: noPid } }, second(1)), true);
      assert.equal(
        lapses({ owner: { ...owner, processStart: 'another process with this pid' } }, second(1)),
        owner.processStart !== null,
      );
      assert.equal(lapses({ owner: { ...owner, processStart: null } }, second(99)), false);
      assert.equal(lapses({ owner: { ...owner, host: 'elsewhere', pid: noPid } }, second(9)), false);
      assert.equal(lapses({ owner: { ...owner, host: 'elsewhere' } }, second(10)), true);
    },
  },
  {
    name: 'a closed storage refuses every call, and may be closed again',
    async run(storage) {
      await storage.commit([{ type: 'run-created', run: buildRun() }]);

      await storage.close();

      for (const call of calls) await assert.rejects(call(storage), StorageClosedError);
      assert.throws(() => storage.watch(() => undefined), StorageClosedError);
      await storage.close();
    },
  },
];
