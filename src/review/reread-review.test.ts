import { describe, expect, test } from 'vitest';
import { interruptNextCommit, min, openDesk, planA, planB, sam, testAgent } from '../../test/builders/review-host.ts';
import { hashPlan } from '../plans/index.ts';

const sha256Of = (text: string): string => hashPlan(new TextEncoder().encode(text));
const path = 'plans/export-csv.md';

async function openWithPlan(given: { isRead?: boolean } = {}) {
  const desk = await openDesk();
  await desk.write(path, planA);
  const { id } = await desk.submitForAgent(given);
  return { ...desk, id };
}

/** A decision whose delivery was refused because the file changed. */
async function openRefused() {
  const desk = await openWithPlan();
  await desk.host.decide(desk.id, { action: 'approved' }, { by: min, holdMs: 1_000 });
  await desk.write(path, planB);
  desk.clock.advance(1_000);
  const detach = desk.host.attach(testAgent(desk.storage));
  await desk.host.start();
  detach();
  return desk;
}

describe('rereading', () => {
  test('a changed file opens the next revision on the same waiting call, in the place of this one', async () => {
    const { host, id, write, storage } = await openWithPlan();
    await write(path, planB);

    const next = await host.reread(id);

    expect(next).toMatchObject({
      review: {
        revision: 2,
        status: 'waiting',
        planSha256: sha256Of(planB),
        title: 'Rotate signing keys',
        source: { runId: 'run-1', toolCallId: 'call-1', agentId: 'planner' },
      },
      decision: null,
    });
    expect(await storage.getReview(id)).toMatchObject({
      status: 'closed',
      closedReason: 'replaced',
      replacedBy: next.review.id,
    });
    expect((await host.get(id)).text).toBe(planA);
  });

  test('an unchanged file changes nothing', async () => {
    const { host, id, storage } = await openWithPlan();
    const before = await storage.listEvents((await host.get(id)).review.planId);

    const same = await host.reread(id);

    expect(same.review.id).toBe(id);
    expect(await storage.listEvents(same.review.planId)).toEqual(before);
  });

  test('takes along what every reviewer has typed', async () => {
    const { host, id, write } = await openWithPlan();
    const comment = { id: 'C1', kind: 'must' as const, lines: [3, 3] as const, text: 'Which ones?' };
    await host.saveDraft(id, { reviewer: 'min', text: 'Half a thought', comments: [comment] });
    await host.saveDraft(id, { reviewer: 'sam', text: 'Another' });
    await write(path, planB);

    const next = await host.reread(id);

    expect((await host.get(next.review.id)).drafts).toMatchObject([
      { reviewer: 'min', text: 'Half a thought', comments: [comment] },
      { reviewer: 'sam', text: 'Another', comments: [] },
    ]);
  });

  test('takes along also what was typed while it replaced the review', async () => {
    const desk = await openWithPlan();
    await desk.host.saveDraft(desk.id, { reviewer: 'min', text: 'Half a' });
    await desk.write(path, planB);
    const storage = interruptNextCommit(desk.storage, () => {
      desk.clock.advance(10);
      return desk.host.saveDraft(desk.id, { reviewer: 'min', text: 'Half a thought' });
    });

    const next = await desk.openHost({ storage }).reread(desk.id);

    expect((await desk.host.get(next.review.id)).drafts).toMatchObject([{ reviewer: 'min', text: 'Half a thought' }]);
  });

  test('a file that is gone leaves the review as it is', async () => {
    const { host, id, remove, storage } = await openWithPlan();
    await remove(path);

    await expect(host.reread(id)).rejects.toMatchObject({ code: 'PLAN_UNREADABLE', reason: 'missing', path });
    expect((await storage.getReview(id))?.status).toBe('waiting');
  });

  test('a plan that nobody has read is its first reading, and no new revision', async () => {
    const { host, id } = await openWithPlan({ isRead: false });

    const summary = await host.reread(id);

    expect(summary.review).toMatchObject({ id, revision: 1, planSha256: sha256Of(planA), status: 'waiting' });
  });

  test('counts on from the highest revision of the plan', async () => {
    const { host, id, write } = await openWithPlan();
    await write(path, planB);
    const second = await host.reread(id);
    await write(path, planA);

    const third = await host.reread(second.review.id);

    expect(third.review.revision).toBe(3);
  });

  test('is refused on a closed review and on a decision that is on its way', async () => {
    const { host, id, write } = await openWithPlan();
    await write(path, planB);
    const next = await host.reread(id);
    await host.decide(next.review.id, { action: 'rejected' }, { by: min, holdMs: 5_000 });

    await expect(host.reread(id)).rejects.toMatchObject({ code: 'REVIEW_CLOSED', replacedBy: next.review.id });
    await expect(host.reread(next.review.id)).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      undoUntil: '2026-01-05T09:00:05.000Z',
    });
  });

  test('is refused on a delivered decision', async () => {
    const { host, id, storage } = await openWithPlan();
    host.attach(testAgent(storage));
    await host.start();
    await host.decide(id, { action: 'approved' }, { by: min });

    await expect(host.reread(id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED', undoUntil: null });
  });

  test('needs a file and a folder that holds it', async () => {
    const { openHost, storage, id } = await openWithPlan({ isRead: false });
    const blind = openHost({ planFolder: undefined });
    const text = { path: 'plan', root: null, title: null, bytes: new TextEncoder().encode(planA) };
    const hook = await blind.submitText(text, { host: 'hook', sessionId: 's1' });

    await expect(blind.reread(id)).rejects.toThrow('Give createReviewHost a planFolder');
    await expect(blind.reread(hook.review.id)).rejects.toThrow('it was submitted as text and has no file');
    expect((await storage.getReview(id))?.status).toBe('waiting');
  });

  test('loses to a decision that slips in', async () => {
    const desk = await openWithPlan();
    await desk.write(path, planB);
    const storage = interruptNextCommit(desk.storage, () =>
      desk.host.decide(desk.id, { action: 'rejected' }, { by: sam }),
    );

    await expect(desk.openHost({ storage }).reread(desk.id)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
    expect((await desk.storage.listReviews()).total).toBe(1);
  });

  test('of two at once opens one revision', async () => {
    const { host, openHost, id, write, storage } = await openWithPlan();
    await write(path, planB);

    const results = await Promise.allSettled([host.reread(id), openHost().reread(id)]);

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await storage.listReviews({ status: ['waiting'] })).total).toBe(1);
    expect((await storage.listReviews()).total).toBe(2);
  });
});

describe('rereading after a refused delivery', () => {
  test('undoes the decision and opens the next revision at once', async () => {
    const { host, id, storage } = await openRefused();

    const next = await host.reread(id);

    expect(next.review).toMatchObject({ revision: 2, status: 'waiting', planSha256: sha256Of(planB) });
    expect(await storage.listDecisions(id)).toMatchObject([{ status: 'undone' }]);
    expect((await storage.listDeliveries({ reviewId: id })).items).toMatchObject([{ status: 'undone' }]);
    expect((await host.decide(next.review.id, { action: 'approved' }, { by: min })).decision).not.toBeNull();
  });

  test('lets the same review wait again when its bytes are back', async () => {
    const { host, id, write } = await openRefused();
    await write(path, planA);

    const same = await host.reread(id);

    expect(same).toMatchObject({ review: { id, status: 'waiting' }, decision: null });
  });
});
