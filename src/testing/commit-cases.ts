import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Change, Message } from '../core/index.ts';
import { verifyChain } from '../storage/index.ts';
import {
  buildCall,
  buildDecision,
  buildDelivery,
  buildDraft,
  buildPlan,
  buildReview,
  buildRun,
} from './build-records.ts';
import { assertConflict, commitEach, countWins, type StorageCase } from './storage-case.ts';

const planId = 'plan-1';
const messages: readonly Message[] = [{ role: 'user', content: 'Plan it.' }];
const appended: Change = {
  type: 'messages-appended',
  runId: 'run-1',
  threadId: 'thread-1',
  origin: 'input',
  step: 0,
  messages,
};

function saveRun(version: number, error: string): Change {
  return { type: 'run-updated', runId: 'run-1', expect: { version }, set: { error } };
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** One change of each kind that writes something new, all of which fit together. */
const everything: readonly Change[] = [
  { type: 'run-created', run: buildRun({ options: { maxSteps: 2 } }) },
  appended,
  { type: 'call-created', call: buildCall() },
  { type: 'plan-stored', ...buildPlan('# Plan') },
  { type: 'review-created', review: buildReview() },
  { type: 'decision-recorded', planId, decision: buildDecision() },
  { type: 'delivery-created', planId, delivery: buildDelivery() },
  { type: 'draft-saved', planId, draft: buildDraft() },
];

/** How a commit holds together, and what it leaves in the record. */
export const commitCases: readonly StorageCase[] = [
  {
    name: 'a commit with one refused change writes nothing at all',
    async run(storage) {
      await assertConflict(storage, [...everything, saveRun(2, 'too early')], everything.length);

      assert.equal(await storage.getRun('run-1'), null);
      assert.deepEqual(await storage.getMessages('run-1'), []);
      assert.deepEqual(await storage.getCalls('run-1'), []);
      assert.equal(await storage.getPlan(buildPlan('# Plan').planSha256), null);
      assert.equal(await storage.getReview('review-1'), null);
      assert.deepEqual(await storage.listDecisions('review-1'), []);
      assert.equal((await storage.listDeliveries()).total, 0);
      assert.deepEqual(await storage.listDrafts('review-1'), []);
      assert.deepEqual([...(await storage.listEvents('run-1')), ...(await storage.listEvents(planId))], []);
    },
  },
  {
    name: 'a refused commit takes back what it had overwritten and removed',
    async run(storage) {
      await storage.commit(everything);
      const before = [await storage.listEvents('run-1'), await storage.listEvents(planId)];
      const state = { status: 'running' } as const;

      await assertConflict(
        storage,
        [
          saveRun(1, 'no'),
          { type: 'run-updated', runId: 'run-1', expect: {}, set: {}, options: { maxSteps: 9 } },
          { type: 'call-updated', runId: 'run-1', toolCallId: 'call-1', expect: ['prepared'], state },
          {
            type: 'review-updated',
            reviewId: 'review-1',
            planId,
            expect: { status: ['waiting'] },
            set: { status: 'decided' },
          },
          { type: 'decision-undone', planId, decisionId: 'decision-1', at: 'now' },
          { type: 'decision-recorded', planId, decision: buildDecision({ id: 'decision-2' }) },
          { type: 'delivery-updated', planId, deliveryId: 'delivery-1', expect: ['pending'], set: { attempts: 9 } },
          { type: 'draft-removed', planId, reviewId: 'review-1', reviewer: 'min' },
          saveRun(1, 'never'),
        ],
        8,
      );

      assert.deepEqual(await storage.getRun('run-1'), buildRun({ options: { maxSteps: 2 } }));
      assert.deepEqual(await storage.getCalls('run-1'), [buildCall()]);
      assert.deepEqual(await storage.getReview('review-1'), buildReview());
      assert.deepEqual(await storage.listDecisions('review-1'), [buildDecision()]);
      assert.deepEqual((await storage.listDeliveries()).items, [buildDelivery()]);
      assert.deepEqual(await storage.getDraft('review-1', 'min'), buildDraft());
      assert.deepEqual([await storage.listEvents('run-1'), await storage.listEvents(planId)], before);
      await assertConflict(storage, [
        { type: 'decision-recorded', planId, decision: buildDecision({ id: 'decision-3' }) },
      ]);
    },
  },
  {
    name: 'the changes of a commit apply in order, each to what those before it left',
    async run(storage) {
      await storage.commit([{ type: 'run-created', run: buildRun() }, saveRun(1, 'one'), saveRun(2, 'two')]);

      assert.deepEqual(await storage.getRun('run-1'), buildRun({ version: 3, error: 'two' }));
    },
  },
  {
    name: 'a refused commit does not keep the next one from being made',
    async run(storage) {
      const given = [storage.commit(everything), storage.commit(everything), storage.commit([saveRun(1, 'next')])];

      const outcomes = await Promise.allSettled(given);

      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      );
      assert.equal((await storage.getRun('run-1'))?.error, 'next');
    },
  },
  {
    name: 'of 200 saves at once that expect one version of a run, one is made',
    async run(storage) {
      await storage.commit([{ type: 'run-created', run: buildRun() }]);
      const numbers = Array.from({ length: 200 }, (_, number) => number);

      const wins = await countWins(numbers.map((number) => storage.commit([saveRun(1, `save ${number}`)])));

      assert.equal(wins, 1);
      assert.equal((await storage.getRun('run-1'))?.version, 2);
      assert.equal((await storage.listEvents('run-1')).length, 2);
    },
  },
  {
    name: 'a commit without changes leaves no trace',
    async run(storage) {
      await storage.commit([]);

      assert.equal((await storage.listRuns()).total, 0);
      assert.deepEqual(await storage.listEvents(''), []);
    },
  },
  {
    name: 'a commit writes one event a chain, with an entry for each change in order',
    async run(storage) {
      await storage.commit(everything);

      const [ofRun, ...otherOfRun] = await storage.listEvents('run-1');
      const [ofPlan, ...otherOfPlan] = await storage.listEvents(planId);

      assert.deepEqual([otherOfRun, otherOfPlan], [[], []]);
      assert.deepEqual(ofRun?.changes, [
        { type: 'run-created', id: 'run-1', status: 'running', sha256: digest(buildRun({ options: { maxSteps: 2 } })) },
        { type: 'messages-appended', id: 'run-1', sha256: digest(messages) },
        { type: 'call-created', id: 'call-1', status: 'prepared', sha256: digest(buildCall()) },
      ]);
      assert.deepEqual(ofPlan?.changes, [
        { type: 'review-created', id: 'review-1', status: 'waiting', sha256: digest(buildReview()) },
        { type: 'decision-recorded', id: 'decision-1', status: 'standing', sha256: digest(buildDecision()) },
        { type: 'delivery-created', id: 'delivery-1', status: 'pending', sha256: digest(buildDelivery()) },
        { type: 'draft-saved', id: 'review-1', sha256: digest(buildDraft()) },
      ]);
    },
  },
  {
    name: 'the events of a chain are numbered from 1, and linked by their hashes',
    async run(storage) {
      await commitEach(storage, [
        everything,
        [saveRun(1, 'a')],
        [{ type: 'decision-undone', planId, decisionId: 'decision-1', at: 'now' }],
        [saveRun(2, 'b')],
      ]);

      const ofRun = await storage.listEvents('run-1');
      const ofPlan = await storage.listEvents(planId);

      assert.deepEqual(
        ofRun.map(({ number, chain }) => [number, chain]),
        [1, 2, 3].map((number) => [number, 'run-1']),
      );
      assert.deepEqual(
        ofRun.map(({ previous }) => previous),
        ['', ofRun[0]?.hash, ofRun[1]?.hash],
      );
      assert.deepEqual([verifyChain(ofRun), verifyChain(ofPlan)], [null, null]);
    },
  },
  {
    name: 'a plan that is stored belongs to no chain',
    async run(storage) {
      const plan = buildPlan('# Plan');

      await storage.commit([{ type: 'plan-stored', ...plan }]);

      assert.deepEqual(await storage.listEvents(plan.planSha256), []);
    },
  },
];
