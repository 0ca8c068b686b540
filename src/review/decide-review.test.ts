import { describe, expect, test } from 'vitest';
import { interruptNextCommit, min, openDesk, planA, planB, sam } from '../../test/builders/review-host.ts';
import type { Decision } from '../core/index.ts';
import { hashPlan } from '../plans/index.ts';

const sha256Of = (text: string): string => hashPlan(new TextEncoder().encode(text));

async function openWithPlan(given: { isRead?: boolean } = {}) {
  const desk = await openDesk();
  await desk.write('plans/export-csv.md', planA);
  const review = await desk.submitForAgent(given);
  return { ...desk, review, id: review.id };
}

describe('a decision', () => {
  test('is recorded with its author, the bytes it is about, and a delivery that is due', async () => {
    const { host, id, storage } = await openWithPlan();

    const summary = await host.decide(id, { action: 'approved', feedback: 'go' }, { by: min });

    expect(summary).toMatchObject({
      review: { status: 'decided', closedAt: '2026-01-05T09:00:00.000Z' },
      decision: { by: min, planSha256: sha256Of(planA), named: true, status: 'standing' },
      delivery: { status: 'pending', agentId: 'planner', runId: 'run-1', dueAt: '2026-01-05T09:00:00.000Z' },
      undoUntil: null,
    });
    expect(await storage.listDecisions(id)).toEqual([summary.decision]);
    expect((await storage.listDeliveries({ reviewId: id })).items).toEqual([summary.delivery]);
    expect(await storage.getReview(id)).toEqual(summary.review);
  });

  test('stands against a second one, which is told of it', async () => {
    const { host, id, storage } = await openWithPlan();
    await host.decide(id, { action: 'rejected', feedback: 'not yet' }, { by: min, holdMs: 5_000 });

    const second = host.decide(id, { action: 'approved' }, { by: sam });

    await expect(second).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      decision: { action: 'rejected', feedback: 'not yet', by: 'min', reviewId: id },
      undoUntil: '2026-01-05T09:00:05.000Z',
    });
    expect(await storage.listDecisions(id)).toHaveLength(1);
  });

  test('that is no longer held is told of without a time to undo it', async () => {
    const { host, id, clock } = await openWithPlan();
    await host.decide(id, { action: 'approved' }, { by: min, holdMs: 5_000 });
    clock.advance(5_000);

    await expect(host.decide(id, { action: 'approved' }, { by: sam })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      undoUntil: null,
    });
  });

  test.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['an empty object', {}],
    ['a null action', { action: null }],
    ['a verb', { action: 'approve' }],
    ['capitals', { action: 'APPROVED' }],
    ['a flag', { approved: true }],
    ['true', { action: true }],
    ['an unknown key', { action: 'approved', approved: true }],
    ['an approval that stops', { action: 'approved', stop: true }],
    ['a digest in capitals', { action: 'approved', planSha256: 'A'.repeat(64) }],
    ['a comment without text', { action: 'rejected', comments: [{ id: 'C1', kind: 'must', lines: null }] }],
  ])('that is %s is refused; the plan still waits and can be approved', async (_name, decision) => {
    const { host, id, storage } = await openWithPlan();

    // From outside: what a caller without types may send.
    const refused = host.decide(id, decision as Decision, { by: sam });

    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', issues: expect.any(Array) });
    expect((await storage.getReview(id))?.status).toBe('waiting');
    expect((await host.decide(id, { action: 'approved' }, { by: sam })).decision?.decision.action).toBe('approved');
  });

  test('whose author is not told is refused', async () => {
    const { host, id } = await openWithPlan();
    const by = { name: 'min', assurance: 'sure', surface: '' };

    // From outside: what a caller without types may send.
    await expect(host.decide(id, { action: 'approved' }, { by: by as never })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test.each([-1, 0.5, 30_001, Number.NaN, Number.POSITIVE_INFINITY])('cannot be held for %d ms', async (holdMs) => {
    const { host, id, storage } = await openWithPlan();

    await expect(host.decide(id, { action: 'approved' }, { by: sam, holdMs })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: 'holdMs' }],
    });
    expect((await storage.getReview(id))?.status).toBe('waiting');
  });

  test('is held as long as the host says when nobody else does', async () => {
    const desk = await openDesk({ holdMs: 30_000 });
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();

    const { undoUntil } = await desk.host.decide(id, { action: 'approved' }, { by: sam });

    expect(undoUntil).toBe('2026-01-05T09:00:30.000Z');
  });

  test('whose text is too long for one answer is refused, not cut', async () => {
    const { host, id, storage } = await openWithPlan();

    const refused = host.decide(id, { action: 'rejected', feedback: 'x'.repeat(300_000) }, { by: sam });

    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect((await storage.getReview(id))?.status).toBe('waiting');
  });

  test('keeps forty kilobytes of feedback with CRLF, quotes and placeholders word for word', async () => {
    const { host, id } = await openWithPlan();
    const lines = Array.from(
      { length: 300 },
      (_, number) => `${number}. don't "stream" {{x}} <tag> & 100 % ${'y'.repeat(100)}`,
    );
    const feedback = lines.join('\r\n');

    await host.decide(id, { action: 'rejected', feedback }, { by: sam });

    expect((await host.get(id)).decision?.decision.feedback).toBe(feedback);
  });

  test('on a closed submission is refused with the one that took its place, which still waits', async () => {
    const { host, id, write } = await openWithPlan();
    await write('plans/export-csv.md', planB);
    const next = await host.reread(id);

    await expect(host.decide(id, { action: 'approved' }, { by: sam })).rejects.toMatchObject({
      code: 'REVIEW_CLOSED',
      reason: 'replaced',
      replacedBy: next.review.id,
    });
    expect((await host.list()).items.map(({ review }) => review.id)).toEqual([next.review.id]);
    expect((await host.decide(next.review.id, { action: 'approved' }, { by: sam })).decision).not.toBeNull();
  });
});

describe('an approval', () => {
  test('of a plan that nobody has read is refused; a rejection is taken', async () => {
    const { host, id } = await openWithPlan({ isRead: false });

    await expect(host.decide(id, { action: 'approved' }, { by: sam })).rejects.toMatchObject({ code: 'PLAN_NOT_READ' });
    expect((await host.decide(id, { action: 'rejected' }, { by: sam })).decision).toMatchObject({ planSha256: null });
  });

  test('that names other bytes than those under review is refused', async () => {
    const { host, id } = await openWithPlan();

    const refused = host.decide(id, { action: 'approved', planSha256: sha256Of(planB) }, { by: sam });

    await expect(refused).rejects.toMatchObject({
      code: 'PLAN_CHANGED',
      reviewedSha256: sha256Of(planB),
      foundSha256: sha256Of(planA),
    });
  });

  test('that names another revision is refused', async () => {
    const { host, id } = await openWithPlan();

    await expect(host.decide(id, { action: 'approved', revision: 2 }, { by: sam })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  test('of a file that changed since is refused with both digests', async () => {
    const { host, id, write, storage } = await openWithPlan();
    await host.get(id);
    await write('plans/export-csv.md', planA.replace('10 000', '50 000'));

    const refused = host.decide(id, { action: 'approved', planSha256: sha256Of(planA) }, { by: sam });

    await expect(refused).rejects.toMatchObject({
      code: 'PLAN_CHANGED',
      reviewedSha256: sha256Of(planA),
      foundSha256: sha256Of(planA.replace('10 000', '50 000')),
    });
    expect((await storage.getReview(id))?.status).toBe('waiting');
  });

  test('of a file that is gone is refused', async () => {
    const { host, id, remove } = await openWithPlan();
    await remove('plans/export-csv.md');

    await expect(host.decide(id, { action: 'approved' }, { by: sam })).rejects.toMatchObject({
      code: 'PLAN_CHANGED',
      foundSha256: null,
    });
  });

  test.each<Decision>([
    { action: 'rejected', feedback: 'not this' },
    { action: 'rejected' },
    { action: 'rejected', stop: true },
  ])('is refused where $action with stop $stop is taken: the file changed', async (decision) => {
    const { host, id, write } = await openWithPlan();
    await write('plans/export-csv.md', planB);

    const summary = await host.decide(id, decision, { by: sam });

    expect(summary.decision?.decision).toEqual(decision);
  });

  test('is about the snapshot where nobody can see the file', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.remove('.');
    const host = desk.openHost({ planFolder: undefined });

    const { decision } = await host.decide(id, { action: 'approved' }, { by: sam });

    expect(decision?.planSha256).toBe(sha256Of(planA));
  });

  test('keeps an edited text beside the digest of what was shown', async () => {
    const { host, id } = await openWithPlan();
    const plan = planA.replace('10 000', '50 000');

    const { decision } = await host.decide(id, { action: 'approved', plan }, { by: sam });

    expect(decision).toMatchObject({ planSha256: sha256Of(planA), decision: { plan } });
  });
});

describe('two decisions at once', () => {
  test('one that slips in before the commit wins, and the other is told of it', async () => {
    const desk = await openWithPlan();
    const storage = interruptNextCommit(desk.storage, () =>
      desk.host.decide(desk.id, { action: 'rejected' }, { by: min, holdMs: 1_000 }),
    );
    const late = desk.openHost({ storage });

    await expect(late.decide(desk.id, { action: 'approved' }, { by: sam })).rejects.toMatchObject({
      code: 'ALREADY_DECIDED',
      decision: { action: 'rejected', by: 'min' },
      undoUntil: '2026-01-05T09:00:01.000Z',
    });
    expect(await desk.storage.listDecisions(desk.id)).toHaveLength(1);
  });

  test('a rereading that slips in closes the submission under the decision', async () => {
    const desk = await openWithPlan();
    const storage = interruptNextCommit(desk.storage, async () => {
      await desk.write('plans/export-csv.md', planB);
      await desk.host.reread(desk.id);
    });

    const late = desk.openHost({ storage }).decide(desk.id, { action: 'approved' }, { by: sam });

    await expect(late).rejects.toMatchObject({ code: 'REVIEW_CLOSED', reason: 'replaced' });
  });

  test('a first reading that slips in does no harm to a rejection', async () => {
    const desk = await openWithPlan({ isRead: false });
    const storage = interruptNextCommit(desk.storage, () => desk.host.get(desk.id));

    const { decision } = await desk.openHost({ storage }).decide(desk.id, { action: 'rejected' }, { by: sam });

    expect(decision?.planSha256).toBe(sha256Of(planA));
  });

  test('a decision that was made and undone in between leaves room for this one', async () => {
    const desk = await openWithPlan();
    const storage = interruptNextCommit(desk.storage, async () => {
      await desk.host.decide(desk.id, { action: 'rejected' }, { by: min, holdMs: 5_000 });
      await desk.host.undo(desk.id);
    });

    await desk.openHost({ storage }).decide(desk.id, { action: 'approved' }, { by: sam });

    const decisions = await desk.storage.listDecisions(desk.id);
    expect(decisions.map(({ status, decision }) => [decision.action, status])).toEqual([
      ['rejected', 'undone'],
      ['approved', 'standing'],
    ]);
  });
});

describe('a preview', () => {
  test('is what the model would read, in the words of the tool that was called', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent({ toolName: 'hand_in_plan' });

    const approved = await desk.host.preview(id, { action: 'approved' });
    const rejected = await desk.host.preview(id, { action: 'rejected', feedback: 'Keep {{this}} as is.' });

    expect(approved).toBe('Plan approved. Proceed with implementation following the approved plan.');
    expect(rejected).toContain('Keep {{this}} as is.');
    expect(rejected).toContain('call hand_in_plan again');
    expect((await desk.storage.getReview(id))?.status).toBe('waiting');
  });

  test('tells an agent that has only a shell to run the command again', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { review } = await desk.host.submit('plans/export-csv.md', { host: 'shell' });

    const rejected = await desk.host.preview(review.id, { action: 'rejected', feedback: 'more' });

    expect(rejected).toContain('`countersign review`');
    expect(rejected).not.toContain('submit_plan');
  });

  test('of what is no decision is refused', async () => {
    const { host, id } = await openWithPlan();

    // From outside: what a caller without types may send.
    await expect(host.preview(id, { action: 'yes' } as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
