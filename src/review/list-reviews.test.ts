import { describe, expect, test } from 'vitest';
import { bindStorage, openDesk, planA, planB, sam } from '../../test/builders/review-host.ts';
import type { Storage } from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';

describe('the list of reviews', () => {
  test('shows those that wait, newest first', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.write('plans/rotate-keys.md', planB);
    const older = await desk.submitForAgent();
    desk.clock.advance(1_000);
    const newer = await desk.submitForAgent({ runId: 'run-2', path: 'plans/rotate-keys.md' });
    const decided = await desk.submitForAgent({ runId: 'run-3' });
    await desk.host.decide(decided.id, { action: 'rejected' }, { by: sam });

    const list = await desk.host.list();

    expect(list.total).toBe(2);
    expect(list.items.map(({ review }) => review.id)).toEqual([newer.id, older.id]);
    expect(list.items[0]).toMatchObject({ review: { title: 'Rotate signing keys' }, decision: null, delivery: null });
  });

  test('shows what was decided beside each review, and until when it can be undone', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.host.decide(id, { action: 'approved', feedback: 'keep the old endpoint' }, { by: sam, holdMs: 5_000 });

    const list = await desk.host.list({ status: ['waiting', 'decided', 'closed'] });

    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({
      review: { status: 'decided' },
      decision: { by: sam, decision: { feedback: 'keep the old endpoint' }, named: true },
      delivery: { status: 'pending', dueAt: '2026-01-05T09:00:05.000Z' },
      undoUntil: '2026-01-05T09:00:05.000Z',
    });
  });

  test('an undone decision is shown no more, a second one in its place', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.host.decide(id, { action: 'approved' }, { by: sam, holdMs: 5_000 });
    await desk.host.undo(id);
    await desk.host.decide(id, { action: 'rejected' }, { by: sam });

    const { items } = await desk.host.list({ status: ['decided'] });

    expect(items[0]).toMatchObject({ decision: { decision: { action: 'rejected' } }, delivery: { status: 'pending' } });
  });

  test('gives one page and the number of all', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    for (const runId of ['run-1', 'run-2', 'run-3']) await desk.submitForAgent({ runId });

    const list = await desk.host.list({ page: 1, perPage: 2 });

    expect(list).toMatchObject({ total: 3, items: [{ review: { source: { runId: 'run-1' } } }] });
  });

  test('asks the storage as often for fifty decided reviews as for one', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { storage, queries } = countQueries(desk.storage);
    const host = desk.openHost({ storage });
    const decideOne = async (number: number): Promise<void> => {
      const { id } = await desk.submitForAgent({ runId: `run-${number}` });
      await desk.host.decide(id, { action: 'rejected' }, { by: sam });
    };
    await decideOne(0);
    await host.list({ status: ['decided'] });
    const forOne = queries.splice(0).length;
    for (let number = 1; number < 50; number += 1) await decideOne(number);

    const { items } = await host.list({ status: ['decided'] });

    expect(items).toHaveLength(50);
    expect(items.every(({ decision }) => decision !== null)).toBe(true);
    expect(queries).toHaveLength(forOne);
  });

  test('closes those whose time is over, and does not show them', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.submitForAgent({ expiresAt: '2026-01-05T09:30:00.000Z' });
    const stays = await desk.submitForAgent({ runId: 'run-2' });
    desk.clock.advance(1_800_000);

    const list = await desk.host.list();

    expect(list.total).toBe(1);
    expect(list.items[0]?.review.id).toBe(stays.id);
    expect((await desk.host.list({ status: ['closed'] })).items[0]?.review.closedReason).toBe('expired');
  });

  test('the storage is told of a filter that has no sense', async () => {
    const desk = await openDesk({ storage: memoryStorage() });

    await expect(desk.host.list({ page: -1 })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

function countQueries(storage: Storage): { storage: Storage; queries: string[] } {
  const queries: string[] = [];
  const counting: Storage = {
    ...bindStorage(storage),
    getReview: (id) => {
      queries.push('getReview');
      return storage.getReview(id);
    },
    listReviews: (filter) => {
      queries.push('listReviews');
      return storage.listReviews(filter);
    },
    listDecisions: (ids) => {
      queries.push('listDecisions');
      return storage.listDecisions(ids);
    },
    listDeliveries: (filter) => {
      queries.push('listDeliveries');
      return storage.listDeliveries(filter);
    },
  };
  return { storage: counting, queries };
}
