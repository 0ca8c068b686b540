import { describe, expect, test } from 'vitest';
import { interruptNextCommit, min, openDesk, planA, planB, testAgent } from '../../test/builders/review-host.ts';

const path = 'plans/export-csv.md';
const shell = { host: 'shell' };

async function openSubmitted() {
  const desk = await openDesk();
  await desk.write(path, planA);
  const { review } = await desk.host.submit(path, shell);
  return { ...desk, id: review.id };
}

/** A host whose clock runs, for holds that really pass. */
async function openLive() {
  const desk = await openDesk({ now: () => new Date() });
  await desk.write(path, planA);
  const { review } = await desk.host.submit(path, shell);
  return { ...desk, id: review.id };
}

describe('waiting for a decision', () => {
  test('ends when somebody decides, in another host too, and tells the answer', async () => {
    const { host, id, openHost } = await openSubmitted();
    const waiting = host.waitForDecision(id);

    await openHost().decide(id, { action: 'rejected', feedback: 'smaller steps' }, { by: min });

    expect(await waiting).toMatchObject({
      review: { id, status: 'decided' },
      decision: { decision: { action: 'rejected', feedback: 'smaller steps' } },
      delivery: { status: 'delivered', attempts: 1, deliveredAt: '2026-01-05T09:00:00.000Z' },
    });
  });

  test('ends at once when it was decided before', async () => {
    const { host, id } = await openSubmitted();
    await host.decide(id, { action: 'approved' }, { by: min });

    const summary = await host.waitForDecision(id, { timeoutMs: 0 });

    expect(summary.delivery?.status).toBe('delivered');
  });

  test('goes on while the decision is held, and ends when the hold is over', async () => {
    const { host, id } = await openLive();
    const { undoUntil } = await host.decide(id, { action: 'approved' }, { by: min, holdMs: 400 });

    const early = await host.waitForDecision(id, { timeoutMs: 0 });
    const summary = await host.waitForDecision(id);

    expect(early.delivery?.status).toBe('pending');
    expect(summary.delivery?.status).toBe('delivered');
    expect((summary.delivery?.deliveredAt ?? '') >= (undoUntil ?? '')).toBe(true);
  });

  test('does not end with a decision that was undone while it was held', async () => {
    const { host, id } = await openLive();
    const waiting = host.waitForDecision(id);
    await host.decide(id, { action: 'approved' }, { by: min, holdMs: 30_000 });
    await host.undo(id);
    await host.decide(id, { action: 'rejected' }, { by: min });

    expect((await waiting).decision?.decision.action).toBe('rejected');
  });

  test('ends with the closed review when it is replaced', async () => {
    const { host, id, write } = await openSubmitted();
    const waiting = host.waitForDecision(id);
    await write(path, planB);

    const next = await host.submit(path, shell);

    expect((await waiting).review).toMatchObject({ id, status: 'closed', replacedBy: next.review.id });
  });

  test('ends with the expired review when its time is over', async () => {
    const desk = await openDesk({ now: () => new Date() });
    await desk.write(path, planA);
    const { id } = await desk.submitForAgent({ expiresAt: new Date(Date.now() + 50).toISOString() });

    const summary = await desk.host.waitForDecision(id);

    expect(summary.review).toMatchObject({ status: 'closed', closedReason: 'expired' });
    expect(summary.decision).toBeNull();
  });

  test('ends undecided when the time is up, and the plan still waits', async () => {
    const { host, id } = await openSubmitted();

    const summary = await host.waitForDecision(id, { timeoutMs: 20 });

    expect(summary).toMatchObject({ review: { status: 'waiting' }, decision: null });
  });

  test('ends undecided when it is aborted, before or during the wait', async () => {
    const { host, id } = await openSubmitted();
    const abort = new AbortController();
    const waiting = host.waitForDecision(id, { abortSignal: abort.signal });

    abort.abort();

    expect((await waiting).review.status).toBe('waiting');
    expect((await host.waitForDecision(id, { abortSignal: abort.signal })).review.status).toBe('waiting');
  });

  test.each([Number.NaN, -1])('for %d ms makes no sense', async (timeoutMs) => {
    const { host, id } = await openSubmitted();

    await expect(host.waitForDecision(id, { timeoutMs })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('fails when the storage is closed under it', async () => {
    const desk = await openDesk({ pollMs: 10 });
    await desk.write(path, planA);
    const { review } = await desk.host.submit(path, shell);
    const waiting = desk.host.waitForDecision(review.id);

    await desk.storage.close();

    await expect(waiting).rejects.toMatchObject({ code: 'STORAGE_CLOSED' });
  });
});

describe('the answer to a plan without a run', () => {
  test('is told to all who wait, and delivered once', async () => {
    const { host, id, openHost, storage } = await openSubmitted();
    const waiting = [host.waitForDecision(id), openHost().waitForDecision(id), host.waitForDecision(id)];

    await host.decide(id, { action: 'approved' }, { by: min });

    const told = await Promise.all(waiting);
    expect(told.map(({ delivery }) => delivery?.status)).toEqual(['delivered', 'delivered', 'delivered']);
    expect((await storage.listDeliveries({ reviewId: id })).items).toMatchObject([
      { status: 'delivered', attempts: 1 },
    ]);
  });

  test('is refused when the approved file changed in the meantime', async () => {
    const { host, id, write } = await openSubmitted();
    await host.decide(id, { action: 'approved' }, { by: min });
    await write(path, planB);

    const summary = await host.waitForDecision(id);

    expect(summary.delivery).toMatchObject({ status: 'refused', reason: expect.stringMatching(/^PLAN_CHANGED: /) });
    expect((await host.waitForDecision(id)).delivery?.status).toBe('refused');
  });

  test('is told when the rejected file changed in the meantime', async () => {
    const { host, id, write } = await openSubmitted();
    await host.decide(id, { action: 'rejected' }, { by: min });
    await write(path, planB);

    expect((await host.waitForDecision(id)).delivery?.status).toBe('delivered');
  });

  test('is not delivered by the loop of a started host: nobody would hear it', async () => {
    const { host, id, storage } = await openSubmitted();
    host.attach(testAgent(storage));
    await host.start();

    await host.decide(id, { action: 'approved' }, { by: min });

    expect((await host.get(id)).delivery?.status).toBe('pending');
  });

  test('is told although another waiter confirms it first', async () => {
    const desk = await openSubmitted();
    await desk.host.decide(desk.id, { action: 'approved' }, { by: min });
    const storage = interruptNextCommit(desk.storage, () => desk.host.waitForDecision(desk.id));

    const summary = await desk.openHost({ storage }).waitForDecision(desk.id);

    expect(summary.delivery).toMatchObject({ status: 'delivered', attempts: 1 });
  });
});

test('waiting for a plan with a run leaves the delivery to its agent', async () => {
  const desk = await openDesk();
  await desk.write(path, planA);
  const { id } = await desk.submitForAgent();
  await desk.host.decide(id, { action: 'approved' }, { by: min });

  const summary = await desk.host.waitForDecision(id);

  expect(summary.delivery?.status).toBe('pending');
});
