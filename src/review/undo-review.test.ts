import { describe, expect, test } from 'vitest';
import { interruptNextCommit, min, openDesk, planA, planB, testAgent } from '../../test/builders/review-host.ts';

async function openDecided(given: { holdMs?: number } = {}) {
  const desk = await openDesk();
  await desk.write('plans/export-csv.md', planA);
  const { id } = await desk.submitForAgent();
  await desk.host.decide(id, { action: 'approved' }, { by: min, holdMs: given.holdMs ?? 5_000 });
  return { ...desk, id };
}

describe('an undo', () => {
  test('within the hold lets the review wait again, and keeps the decision on record as undone', async () => {
    const { host, id, storage } = await openDecided();

    const summary = await host.undo(id);

    expect(summary).toMatchObject({ review: { status: 'waiting', closedAt: null }, decision: null, delivery: null });
    expect(await storage.listDecisions(id)).toMatchObject([{ status: 'undone', undoneAt: '2026-01-05T09:00:00.000Z' }]);
    expect((await storage.listDeliveries({ reviewId: id })).items).toMatchObject([{ status: 'undone' }]);
  });

  test('makes room for another decision', async () => {
    const { host, id } = await openDecided();
    await host.undo(id);

    const { decision } = await host.decide(id, { action: 'rejected', feedback: 'on second thought' }, { by: min });

    expect(decision).toMatchObject({ status: 'standing', decision: { action: 'rejected' } });
  });

  test('after the hold is refused, delivered or not', async () => {
    const { host, id, clock, storage } = await openDecided();
    clock.advance(5_000);

    await expect(host.undo(id)).rejects.toMatchObject({ code: 'DECISION_NOT_UNDOABLE', reviewId: id });
    expect((await storage.getReview(id))?.status).toBe('decided');
  });

  test('of a delivered decision is refused', async () => {
    const { host, id, storage } = await openDecided({ holdMs: 0 });
    host.attach(testAgent(storage));
    await host.start();

    await expect(host.undo(id)).rejects.toMatchObject({
      code: 'DECISION_NOT_UNDOABLE',
      message: expect.stringContaining('it was delivered'),
    });
  });

  test('of nothing is refused, with the reason', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();

    await expect(desk.host.undo(id)).rejects.toThrow('none stands; the review waits');
    await desk.write('plans/export-csv.md', planB);
    await desk.host.reread(id);
    await expect(desk.host.undo(id)).rejects.toThrow('the review is closed (replaced)');
  });

  test('that comes a moment after the delivery finds it delivered', async () => {
    const { id, storage, host, openHost, clock } = await openDecided();
    const agent = testAgent(storage);
    const quick = openHost({ now: () => new Date(Date.parse(clock.now()) + 60_000) });
    quick.attach(agent);
    const slow = openHost({ storage: interruptNextCommit(storage, () => quick.start()) });

    await expect(slow.undo(id)).rejects.toMatchObject({ code: 'DECISION_NOT_UNDOABLE' });
    expect(agent.answers).toEqual(['approved']);
    expect((await host.get(id)).delivery?.status).toBe('delivered');
  });

  test('twice is refused the second time', async () => {
    const { host, id } = await openDecided();

    const results = await Promise.allSettled([host.undo(id), host.undo(id)]);

    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('an undo of a refused delivery', () => {
  test('is taken at any time', async () => {
    const { host, id, clock, write, storage } = await openDecided();
    await write('plans/export-csv.md', planB);
    clock.advance(3_600_000);
    host.attach(testAgent(storage));
    await host.start();
    expect((await host.get(id)).delivery?.status).toBe('refused');

    const { review } = await host.undo(id);

    expect(review.status).toBe('waiting');
  });

  test('is refused when the run has ended, since nobody waits for an answer', async () => {
    const { host, id, clock, storage } = await openDecided();
    await storage.commit([
      { type: 'run-updated', runId: 'run-1', expect: {}, set: { status: 'aborted', suspendedAt: null } },
    ]);
    clock.advance(5_000);
    host.attach(testAgent(storage));
    await host.start();

    await expect(host.undo(id)).rejects.toThrow('run "run-1" is aborted');
  });
});

test('a refused approval cannot be undone once a newer revision of its plan waits', async () => {
  const desk = await openDesk();
  await desk.write('plan.md', planA);
  const { review } = await desk.host.submit('plan.md', { host: 'shell' });
  await desk.host.decide(review.id, { action: 'approved' }, { by: min });
  await desk.write('plan.md', `${planA}4. Done.\n`);
  await desk.host.waitForDecision(review.id, { timeoutMs: 0 });
  const newer = await desk.host.submit('plan.md', { host: 'shell' });

  const attempts = await Promise.allSettled([desk.host.undo(review.id), desk.host.reread(review.id)]);

  for (const attempt of attempts) expect(attempt).toMatchObject({ reason: { code: 'DECISION_NOT_UNDOABLE' } });
  expect((await desk.host.list()).items.map((item) => item.review.id)).toEqual([newer.review.id]);
});
