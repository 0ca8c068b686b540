import assert from 'node:assert/strict';
import { type Change, InvalidInputError, type ReviewFilter, type ReviewRecord } from '../core/index.ts';
import { buildPlan, buildReview, buildSource } from './build-records.ts';
import { assertConflict, commitEach, type StorageCase, second } from './storage-case.ts';

type ReviewUpdate = Extract<Change, { readonly type: 'review-updated' }>;

function createReview(set: Partial<ReviewRecord> = {}): Change {
  return { type: 'review-created', review: buildReview(set) };
}

function updateReview(given: Partial<ReviewUpdate> = {}): Change {
  const expect = { status: ['waiting'] } as const;
  return { type: 'review-updated', reviewId: 'review-1', planId: 'plan-1', expect, set: {}, ...given };
}

/** The same call, the next revision. */
const second2 = { id: 'review-2', revision: 2 };

/** What a storage does with plans and reviews. */
export const reviewCases: readonly StorageCase[] = [
  {
    name: 'a review reads back as it was written',
    async run(storage) {
      const review = buildReview({
        status: 'closed',
        closedReason: 'replaced',
        replacedBy: 'review-2',
        root: '/project',
        title: 'Export orders as CSV',
        planSha256: 'f'.repeat(64),
        planBytes: 20,
        source: buildSource({ controllerId: 'controller', sessionId: 'session', modeId: 'plan' }),
        closedAt: second(1),
        expiresAt: second(2),
      });
      await storage.commit([{ type: 'review-created', review }]);

      assert.deepEqual(await storage.getReview('review-1'), review);
      assert.equal(await storage.getReview('review'), null);
    },
  },
  {
    name: 'a review is refused whose id, or whose revision of its plan, is taken',
    async run(storage) {
      await storage.commit([createReview()]);
      const source = buildSource({ toolCallId: 'call-2' });

      await assertConflict(storage, [createReview({ planId: 'plan-2', source })]);
      await assertConflict(storage, [createReview({ id: 'review-2', source })]);

      assert.equal((await storage.listReviews()).total, 1);
    },
  },
  {
    name: 'a call has one waiting review at most, and any number of others',
    async run(storage) {
      await storage.commit([createReview()]);
      await assertConflict(storage, [createReview(second2)]);

      await storage.commit([
        updateReview({ set: { status: 'closed', closedReason: 'replaced' } }),
        createReview(second2),
      ]);
      await assertConflict(storage, [updateReview({ expect: { status: ['closed'] }, set: { status: 'waiting' } })]);
      await storage.commit([updateReview({ reviewId: 'review-2', set: { status: 'decided' } })]);
      await storage.commit([updateReview({ expect: { status: ['closed'] }, set: { status: 'waiting' } })]);

      assert.equal((await storage.getReview('review-1'))?.status, 'waiting');
      assert.equal((await storage.getReview('review-2'))?.status, 'decided');
    },
  },
  {
    name: 'a save sets what it names of a review and keeps the rest',
    async run(storage) {
      await storage.commit([createReview({ title: 'kept', expiresAt: second(9) })]);
      const set = { planSha256: 'a'.repeat(64), planBytes: 3, root: '/project', path: 'docs/plan.md', expiresAt: null };

      await storage.commit([updateReview({ set })]);

      assert.deepEqual(await storage.getReview('review-1'), buildReview({ title: 'kept', ...set }));
    },
  },
  {
    name: 'a save that expects another status or other bytes of a review, or meets none, is refused',
    async run(storage) {
      const planSha256 = 'a'.repeat(64);
      await storage.commit([
        createReview({ planSha256 }),
        createReview({ id: 'unread', planId: 'plan-2', source: buildSource({ runId: 'run-2' }) }),
      ]);
      const status = ['waiting'] as const;

      await assertConflict(storage, [updateReview({ expect: { status: ['decided', 'closed'] } })]);
      await assertConflict(storage, [updateReview({ expect: { status, planSha256: 'b'.repeat(64) } })]);
      await assertConflict(storage, [updateReview({ expect: { status, planSha256: null } })]);
      await assertConflict(storage, [
        updateReview({ reviewId: 'unread', planId: 'plan-2', expect: { status, planSha256 } }),
      ]);
      await assertConflict(storage, [updateReview({ reviewId: 'review-2' })]);
      await assertConflict(storage, [updateReview({ planId: 'plan-2' })]);

      await storage.commit([
        updateReview({ expect: { status, planSha256 }, set: { title: 'a' } }),
        updateReview({
          reviewId: 'unread',
          planId: 'plan-2',
          expect: { status, planSha256: null },
          set: { title: 'b' },
        }),
      ]);
      assert.equal((await storage.getReview('review-1'))?.title, 'a');
    },
  },
  {
    name: 'reviews are listed newest submission first, and of two at one time the later first',
    async run(storage) {
      const submit = (id: string, revision: number, submittedAt: string): Change =>
        createReview({ id, revision, submittedAt, source: buildSource({ toolCallId: id }) });
      await commitEach(storage, [
        [submit('b', 1, second(2)), submit('a', 2, second(2))],
        [submit('c', 3, second(3))],
        [submit('d', 4, second(1))],
      ]);

      const pages = [
        await storage.listReviews(),
        await storage.listReviews({ status: ['waiting'], page: 1, perPage: 2 }),
      ];

      assert.deepEqual(
        pages.map(({ items, total }) => [items.map(({ id }) => id).join(''), total]),
        [
          ['cabd', 4],
          ['bd', 4],
        ],
      );
    },
  },
  {
    name: 'reviews are filtered by status, plan, run, call, agent, the beginning of their id, and expiry',
    async run(storage) {
      await storage.commit([
        createReview({ id: 'abc', submittedAt: second(1), expiresAt: second(5) }),
        createReview({
          id: 'abd',
          planId: 'plan-2',
          submittedAt: second(2),
          source: buildSource({ runId: 'run-2', agentId: 'other' }),
        }),
        createReview({ id: 'xyz', revision: 2, submittedAt: second(3), status: 'decided', expiresAt: second(3) }),
      ]);
      const list = async (filter: ReviewFilter): Promise<string> =>
        (await storage.listReviews(filter)).items.map(({ id }) => id).join(' ');

      assert.equal(await list({ status: ['waiting'] }), 'abd abc');
      assert.equal(await list({ status: ['decided', 'closed'] }), 'xyz');
      assert.equal(await list({ status: [] }), '');
      assert.equal(await list({ planId: 'plan-1' }), 'xyz abc');
      assert.equal(await list({ runId: 'run-2' }), 'abd');
      assert.equal(await list({ runId: 'run-1', toolCallId: 'call-1' }), 'xyz abc');
      assert.equal(await list({ toolCallId: 'call-2' }), '');
      assert.equal(await list({ agentId: 'other', status: ['waiting'] }), 'abd');
      assert.equal(await list({ idPrefix: 'ab' }), 'abd abc');
      assert.equal(await list({ idPrefix: 'aB' }), '');
      assert.equal(await list({ idPrefix: 'abc' }), 'abc');
      assert.equal(await list({ idPrefix: '' }), 'xyz abd abc');
      assert.equal(await list({ idPrefix: '%' }), '');
      assert.equal(await list({ expiresBy: second(4) }), 'xyz');
      assert.equal(await list({ status: ['waiting'], expiresBy: second(5) }), 'abc');
      assert.equal(await list({ idPrefix: 'a', status: ['waiting'], planId: 'plan-1' }), 'abc');
    },
  },
  {
    name: 'a plan gives back its bytes, and known bytes are left as they are',
    async run(storage) {
      const plan = buildPlan('# Plan\r\n');
      const stored: Change = { type: 'plan-stored', ...plan };

      await storage.commit([stored]);
      await storage.commit([stored, stored]);

      assert.deepEqual(new Uint8Array((await storage.getPlan(plan.planSha256)) ?? []), plan.bytes);
      assert.equal(await storage.getPlan('0'.repeat(64)), null);
    },
  },
  {
    name: 'bytes that do not have the digest they are stored under are refused',
    async run(storage) {
      const { planSha256 } = buildPlan('one');
      const { bytes } = buildPlan('other');

      await assert.rejects(
        storage.commit([createReview(), { type: 'plan-stored', planSha256, bytes }]),
        InvalidInputError,
      );

      assert.equal(await storage.getPlan(planSha256), null);
      assert.equal(await storage.getReview('review-1'), null);
    },
  },
];
