import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Desk,
  min,
  openDesk,
  planA,
  planB,
  sam,
  submitForAgent,
  testAgent,
} from '../../test/builders/review-host.ts';
import { CountersignError, type DraftRecord, type ReviewRecord, type Storage } from '../core/index.ts';
import { sqliteStorage, verifyChain } from '../storage/index.ts';
import { createReviewHost } from './create-review-host.ts';
import type { ReviewHost } from './review-host.ts';

describe('options', () => {
  test.each([{ holdMs: 30_001 }, { pollMs: 0 }, { pollMs: Number.NaN }, { retryMs: 0 }, { pollMs: 86_400_001 }])(
    'outside their range are refused: %j',
    async (options) => {
      const { storage } = await openDesk();

      expect(() => createReviewHost({ storage, ...options })).toThrow(/is not valid/);
    },
  );

  test('a storage is enough; reviews, decisions and deliveries get ids of their own', async () => {
    const desk = await openDesk();
    const host = createReviewHost({ storage: desk.storage });
    const bytes = new TextEncoder().encode(planA);
    const { review } = await host.submitText({ path: 'plan', root: null, title: null, bytes }, { host: 'hook' });

    const { decision, delivery } = await host.decide(review.id, { action: 'approved' }, { by: min });

    expect(new Set([review.id, decision?.id, delivery?.id]).size).toBe(3);
    expect(Math.abs(Date.parse(review.submittedAt) - Date.now())).toBeLessThan(60_000);
  });

  test('a clock may give dates or times with an offset; what is stored is UTC', async () => {
    const desk = await openDesk();
    const host = desk.openHost({ now: () => '2026-01-05T10:00:00+01:00' });
    await desk.write('plan.md', planA);

    const { review } = await host.submit('plan.md', { host: 'shell' });

    expect(review.submittedAt).toBe('2026-01-05T09:00:00.000Z');
  });
});

test('a watch tells of changes until it is ended', async () => {
  const desk = await openDesk();
  await desk.write('plan.md', planA);
  let told = Promise.withResolvers<void>();
  let count = 0;
  const unwatch = desk.host.watch(() => {
    count += 1;
    told.resolve();
  });

  await desk.openHost().submit('plan.md', { host: 'shell' });
  await told.promise;
  unwatch();
  const countBefore = count;
  told = Promise.withResolvers<void>();
  const unwatchOther = desk.host.watch(() => told.resolve());
  await desk.write('plan.md', planB);
  await desk.openHost().submit('plan.md', { host: 'shell' });
  await told.promise;
  unwatchOther();

  expect(count).toBe(countBefore);
});

test('what was typed and decided outlives every process; the next one that can go on does', async () => {
  const desk = await openDesk();
  const database = join(desk.root, '.countersign', 'countersign.db');
  const inProcess = async <T>(work: (host: ReviewHost, storage: Storage) => Promise<T>): Promise<T> => {
    const storage = sqliteStorage({ path: database });
    const host = desk.openHost({ storage });
    try {
      return await work(host, storage);
    } finally {
      await host.stop();
      await storage.close();
    }
  };
  const typed = 'word '.repeat(100);
  await desk.write('plans/export-csv.md', planA);
  const id = await inProcess(async (host, storage) => {
    const review = await submitForAgent({ ...desk, storage }, {});
    await host.saveDraft(review.id, { reviewer: 'min', text: typed });
    return review.id;
  });

  const text = await inProcess(async (host) => (await host.get(id)).drafts[0]?.text);
  await inProcess((host) => host.decide(id, { action: 'rejected', feedback: text }, { by: min }));
  const answers = await inProcess(async (host, storage) => {
    const agent = testAgent(storage);
    host.attach(agent);
    await host.start();
    return agent.answers;
  });

  expect(answers).toEqual(['rejected']);
  const { decision, delivery } = await inProcess((host) => host.get(id));
  expect(decision?.decision.feedback).toBe(typed);
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 1 });
});

describe('whatever several reviewers and agents do at once', () => {
  const texts = [planA, planB, `${planA}4. Done.\n`];
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), text: fc.constantFrom(...texts) }),
    fc.record({ kind: fc.constant('submit' as const) }),
    fc.record({ kind: fc.constant('approve' as const), holdMs: fc.constantFrom(0, 1_000) }),
    fc.record({ kind: fc.constant('reject' as const), holdMs: fc.constantFrom(0, 1_000) }),
    fc.record({ kind: fc.constant('undo' as const) }),
    fc.record({ kind: fc.constant('reread' as const) }),
    fc.record({ kind: fc.constant('draft' as const), text: fc.string({ minLength: 1 }) }),
    fc.record({ kind: fc.constant('wait' as const) }),
    fc.record({ kind: fc.constant('advance' as const), ms: fc.constantFrom(10, 1_000) }),
  );
  type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

  /** A desk, and the drafts that were kept there. */
  interface Scene {
    readonly desk: Desk;
    readonly kept: DraftRecord[];
  }

  test('each submission has one standing decision at most, one revision waits, and nothing typed is lost', async () => {
    const batches = fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(batches, async (steps) => {
        const desk = await openDesk();
        const scene: Scene = { desk, kept: [] };
        const hosts = [desk.host, desk.openHost()];
        await desk.write('plan.md', planA);
        for (const step of steps) {
          await Promise.all(step.map((each, index) => attempt(scene, hosts[index % 2] ?? desk.host, each)));
        }
        await checkRecord(scene);
      }),
      { numRuns: 150 },
    );
  });

  async function attempt(scene: Scene, host: ReviewHost, step: Operation): Promise<void> {
    try {
      await perform(scene, host, step);
    } catch (error) {
      if (!CountersignError.isInstance(error) || error.code === 'CONFLICT') throw error;
    }
  }

  async function perform({ desk, kept }: Scene, host: ReviewHost, step: Operation): Promise<unknown> {
    const id = (await desk.storage.listReviews({ perPage: 1 })).items[0]?.id ?? 'nobody';
    switch (step.kind) {
      case 'write':
        return desk.write('plan.md', step.text);
      case 'advance':
        return desk.clock.advance(step.ms);
      case 'submit':
        return host.submit('plan.md', { host: 'shell' });
      case 'approve':
        return host.decide(id, { action: 'approved' }, { by: min, holdMs: step.holdMs });
      case 'reject':
        return host.decide(id, { action: 'rejected' }, { by: sam, holdMs: step.holdMs });
      case 'undo':
        return host.undo(id);
      case 'reread':
        return host.reread(id);
      case 'wait':
        return host.waitForDecision(id, { timeoutMs: 0 });
      case 'draft':
        return keepDraft({ desk, kept }, host, { id, text: step.text });
    }
  }

  async function keepDraft({ kept }: Scene, host: ReviewHost, given: { id: string; text: string }): Promise<void> {
    const reviewer = `reviewer ${kept.length} ${given.text}`;
    const draft = await host.saveDraft(given.id, { reviewer, text: given.text });
    if (draft !== null) kept.push(draft);
  }

  async function checkRecord({ desk: { storage }, kept }: Scene): Promise<void> {
    const { items } = await storage.listReviews();
    expect(items.filter(({ status }) => status === 'waiting').length).toBeLessThanOrEqual(1);
    expect(items.map(({ revision }) => revision).sort((one, other) => one - other)).toEqual(items.map((_, i) => i + 1));
    for (const review of items) await checkReview(storage, review);
    for (const { reviewId, reviewer, text } of kept) {
      expect(await storage.getDraft(await followReplaced(storage, reviewId), reviewer)).toMatchObject({ text });
    }
    for (const planId of new Set(items.map((review) => review.planId))) {
      expect(verifyChain(await storage.listEvents(planId))).toBeNull();
    }
  }

  async function checkReview(storage: Storage, review: ReviewRecord): Promise<void> {
    const decisions = await storage.listDecisions(review.id);
    const deliveries = (await storage.listDeliveries({ reviewId: review.id })).items;
    const standing = decisions.filter(({ status }) => status === 'standing');
    expect(standing).toHaveLength(review.status === 'decided' ? 1 : 0);
    expect(decisions.every(({ planSha256 }) => planSha256 === review.planSha256)).toBe(true);
    expect(deliveries).toHaveLength(decisions.length);
    const open = deliveries.filter(({ status }) => status !== 'undone');
    expect(open.map(({ decisionId }) => decisionId)).toEqual(standing.map(({ id }) => id));
  }

  async function followReplaced(storage: Storage, reviewId: string): Promise<string> {
    const review = await storage.getReview(reviewId);
    return review?.replacedBy ? followReplaced(storage, review.replacedBy) : reviewId;
  }
});
