import assert from 'node:assert/strict';
import type { Change, DecisionRecord, DeliveryFilter, DeliveryRecord } from '../core/index.ts';
import { buildDecision, buildDelivery, buildDraft, buildReview, buildSource } from './build-records.ts';
import { assertConflict, commitEach, countWins, type StorageCase, second } from './storage-case.ts';

const planId = 'plan-1';

function record(set: Partial<DecisionRecord> = {}): Change {
  return { type: 'decision-recorded', planId, decision: buildDecision(set) };
}

function undo(decisionId: string): Change {
  return { type: 'decision-undone', planId, decisionId, at: second(9) };
}

function createDelivery(set: Partial<DeliveryRecord> = {}): Change {
  return { type: 'delivery-created', planId, delivery: buildDelivery(set) };
}

/** Reviews of one plan, each on a call of its own. */
function createReviews(...ids: string[]): readonly Change[] {
  return ids.map((id, index) => {
    const source = buildSource({ toolCallId: id });
    return { type: 'review-created', review: buildReview({ id, revision: index + 1, source }) };
  });
}

/** What a storage does with decisions, deliveries and drafts. */
export const decisionCases: readonly StorageCase[] = [
  {
    name: 'a decision reads back as it was recorded',
    async run(storage) {
      const decision = buildDecision({
        planSha256: 'a'.repeat(64),
        named: true,
        decision: {
          action: 'rejected',
          feedback: 'Not yet.',
          comments: [
            { id: 'C1', kind: 'must', lines: [1, 2], quote: 'a', heading: 'b', text: 'c', replacement: 'd' },
            { id: 'C2', kind: 'question', lines: null, text: 'e' },
          ],
          path: 'plan.md',
          title: 'Plan',
          plan: '# Plan',
          planSha256: 'a'.repeat(64),
          revision: 1,
          mode: 'build',
          stop: true,
        },
        by: { name: 'min', assurance: 'authenticated', surface: 'page' },
      });
      await storage.commit([...createReviews('review-1'), { type: 'decision-recorded', planId, decision }]);

      assert.deepEqual(await storage.listDecisions('review-1'), [decision]);
      assert.deepEqual(await storage.listDecisions('review-2'), []);
    },
  },
  {
    name: 'a second decision on a review is refused while the first stands',
    async run(storage) {
      await storage.commit([...createReviews('review-1', 'review-2'), record()]);

      await assertConflict(storage, [record({ id: 'decision-2' })]);
      await storage.commit([record({ id: 'decision-3', reviewId: 'review-2' })]);

      assert.equal((await storage.listDecisions('review-1')).length, 1);
    },
  },
  {
    name: 'a decision is undone once, and the review can be decided again and undone again',
    async run(storage) {
      await storage.commit([...createReviews('review-1'), record()]);
      await commitEach(storage, [[undo('decision-1')], [record({ id: 'decision-2' })], [undo('decision-2')]]);
      await storage.commit([record({ id: 'decision-3' })]);

      await assertConflict(storage, [undo('decision-1')]);
      await assertConflict(storage, [undo('decision-4')]);
      await assertConflict(storage, [
        { type: 'decision-undone', planId: 'plan-2', decisionId: 'decision-3', at: 'now' },
      ]);

      const undone = { status: 'undone', undoneAt: second(9) } as const;
      assert.deepEqual(await storage.listDecisions('review-1'), [
        buildDecision(undone),
        buildDecision({ id: 'decision-2', ...undone }),
        buildDecision({ id: 'decision-3' }),
      ]);
    },
  },
  {
    name: 'decisions on several reviews are listed together, oldest first',
    async run(storage) {
      await commitEach(storage, [
        [...createReviews('a', 'b', 'c'), record({ id: 'z', reviewId: 'b', decidedAt: second(1) })],
        [record({ id: 'y', reviewId: 'a', decidedAt: second(2) }), undo('z')],
        [record({ id: 'x', reviewId: 'b', decidedAt: second(2) }), record({ id: 'w', reviewId: 'c' })],
      ]);

      const decisions = await storage.listDecisions(['a', 'b', 'a']);

      assert.deepEqual(
        decisions.map(({ id }) => id),
        ['z', 'y', 'x'],
      );
      assert.deepEqual(await storage.listDecisions([]), []);
    },
  },
  {
    name: 'of 50 decisions on a review at once, one stands',
    async run(storage) {
      await storage.commit(createReviews('review-1'));
      const numbers = Array.from({ length: 50 }, (_, number) => number);

      const wins = await countWins(numbers.map((number) => storage.commit([record({ id: `decision-${number}` })])));

      assert.equal(wins, 1);
      assert.equal((await storage.listDecisions('review-1')).length, 1);
      assert.equal((await storage.listEvents(planId)).length, 2);
    },
  },
  {
    name: 'a delivery reads back as it was written and saved',
    async run(storage) {
      const delivery = buildDelivery();
      await storage.commit([...createReviews('review-1'), { type: 'delivery-created', planId, delivery }]);
      assert.deepEqual((await storage.listDeliveries()).items, [delivery]);
      const set = { status: 'refused', attempts: 2, reason: 'PLAN_CHANGED', dueAt: second(1) } as const;

      await storage.commit([{ type: 'delivery-updated', planId, deliveryId: 'delivery-1', expect: ['pending'], set }]);

      assert.deepEqual((await storage.listDeliveries()).items, [{ ...delivery, ...set }]);
    },
  },
  {
    name: 'a delivery is refused whose id is taken, or that is saved from another status than expected',
    async run(storage) {
      await storage.commit([...createReviews('review-1'), createDelivery()]);
      const update = { type: 'delivery-updated', planId, deliveryId: 'delivery-1' } as const;
      const set = { status: 'delivered', deliveredAt: second(1) } as const;

      await assertConflict(storage, [createDelivery({ agentId: 'other' })]);
      await assertConflict(storage, [{ ...update, expect: ['refused', 'undone'], set }]);
      await assertConflict(storage, [{ ...update, deliveryId: 'delivery-2', expect: ['pending'], set }]);
      await assertConflict(storage, [{ ...update, planId: 'plan-2', expect: ['pending'], set }]);
      await storage.commit([{ ...update, expect: ['pending'], set }]);
      await assertConflict(storage, [{ ...update, expect: ['pending'], set }]);

      assert.deepEqual((await storage.listDeliveries()).items, [buildDelivery(set)]);
    },
  },
  {
    name: 'a decision or a delivery of a review that is not there is refused',
    async run(storage) {
      await storage.commit(createReviews('review-1'));

      await assertConflict(storage, [record({ reviewId: 'review-2' })]);
      await assertConflict(storage, [createDelivery({ reviewId: 'review-2' })]);
    },
  },
  {
    name: 'deliveries are listed oldest due first, then by id, and filtered by status, agent, reviews and due time',
    async run(storage) {
      await storage.commit([
        ...createReviews('review-1', 'review-2', 'review-3'),
        createDelivery({ id: 'c', dueAt: second(2) }),
        createDelivery({ id: 'b', dueAt: second(2), reviewId: 'review-2', agentId: 'other' }),
        createDelivery({ id: 'a', dueAt: second(3), reviewId: 'review-3', agentId: null }),
        createDelivery({ id: 'd', dueAt: second(1), status: 'delivered' }),
      ]);
      const list = async (filter?: DeliveryFilter): Promise<string> => {
        const { items, total } = await storage.listDeliveries(filter);
        return `${items.map(({ id }) => id).join('')} ${total}`;
      };

      assert.equal(await list(), 'dbca 4');
      assert.equal(await list({ status: ['pending'] }), 'bca 3');
      assert.equal(await list({ status: ['delivered', 'refused'] }), 'd 1');
      assert.equal(await list({ status: ['pending'], agentId: 'planner' }), 'c 1');
      assert.equal(await list({ reviewId: 'review-1' }), 'dc 2');
      assert.equal(await list({ reviewId: ['review-2', 'review-3', 'review-4'] }), 'ba 2');
      assert.equal(await list({ reviewId: [] }), ' 0');
      assert.equal(await list({ status: ['pending'], dueBy: second(2) }), 'bc 2');
      assert.equal(await list({ status: ['pending'], page: 1, perPage: 1 }), 'c 3');
    },
  },
  {
    name: 'a reviewer has one draft of a review: the last one saved',
    async run(storage) {
      const draft = buildDraft({ comments: [{ id: 'C1', kind: 'suggestion', lines: [3, 3], text: 'x' }] });
      const second = buildReview({ id: 'review-2', revision: 2, status: 'closed' });
      await commitEach(storage, [
        [
          { type: 'review-created', review: buildReview() },
          { type: 'review-created', review: second },
        ],
        [{ type: 'draft-saved', planId, draft: buildDraft() }],
        [{ type: 'draft-saved', planId, draft }],
        [{ type: 'draft-saved', planId, draft: buildDraft({ reviewer: 'ada' }) }],
        [{ type: 'draft-saved', planId, draft: buildDraft({ reviewId: 'review-2' }) }],
      ]);

      assert.deepEqual(await storage.getDraft('review-1', 'min'), draft);
      assert.deepEqual(await storage.listDrafts('review-1'), [buildDraft({ reviewer: 'ada' }), draft]);
      assert.equal(await storage.getDraft('review-1', 'bob'), null);
    },
  },
  {
    name: 'a removed draft is gone, and removing one that is not there changes nothing',
    async run(storage) {
      const removed: Change = { type: 'draft-removed', planId, reviewId: 'review-1', reviewer: 'min' };
      await storage.commit([
        { type: 'review-created', review: buildReview() },
        { type: 'draft-saved', planId, draft: buildDraft() },
        { type: 'draft-saved', planId, draft: buildDraft({ reviewer: 'ada' }) },
      ]);

      await storage.commit([removed]);
      await storage.commit([removed]);

      assert.equal(await storage.getDraft('review-1', 'min'), null);
      assert.equal((await storage.listDrafts('review-1')).length, 1);
    },
  },
  {
    name: 'a draft of no review, or of a review of another plan, is refused',
    async run(storage) {
      await storage.commit([{ type: 'review-created', review: buildReview() }]);

      await assertConflict(storage, [{ type: 'draft-saved', planId, draft: buildDraft({ reviewId: 'review-9' }) }]);
      await assertConflict(storage, [{ type: 'draft-saved', planId: 'plan-9', draft: buildDraft() }]);
      await assertConflict(storage, [{ type: 'draft-removed', planId, reviewId: 'review-9', reviewer: 'min' }]);
    },
  },
  {
    name: 'of a plan without a call one revision waits',
    async run(storage) {
      const source = buildSource({ runId: null, toolCallId: null });
      const create = (revision: number): Change => ({
        type: 'review-created',
        review: buildReview({ id: `review-${revision}`, revision, source }),
      });
      const set = (reviewId: string, status: 'waiting' | 'decided'): Change => ({
        type: 'review-updated',
        reviewId,
        planId,
        expect: { status: ['waiting', 'decided'] },
        set: { status },
      });
      await storage.commit([create(1)]);

      await assertConflict(storage, [create(2)]);
      await storage.commit([set('review-1', 'decided'), create(2)]);
      await assertConflict(storage, [set('review-1', 'waiting')]);
      await storage.commit([set('review-2', 'decided'), set('review-1', 'waiting')]);

      assert.equal((await storage.listReviews({ status: ['waiting'] })).total, 1);
    },
  },
];
