import { describe, expect, test } from 'vitest';
import { openDesk, planA, planB, sam } from '../../test/builders/review-host.ts';

const path = 'plans/export-csv.md';

describe('the diff of two revisions', () => {
  test('is by default against the one before', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const first = await desk.submitForAgent();
    await desk.write(path, planA.replace('10 000', '50 000'));
    const second = await desk.host.reread(first.id);
    await desk.write(path, `${planA}4. Done.\n`);
    const third = await desk.host.reread(second.review.id);

    const { base, diff } = await desk.host.diff(third.review.id);

    expect(base?.id).toBe(second.review.id);
    expect(diff).toMatchObject({ addedLines: 2, removedLines: 1 });
  });

  test('may be against any other one of the plan', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const first = await desk.submitForAgent();
    await desk.write(path, planB);
    const second = await desk.host.reread(first.id);
    await desk.write(path, planA);
    const third = await desk.host.reread(second.review.id);

    const { base, diff } = await desk.host.diff(third.review.id, { base: first.id });

    expect(base?.id).toBe(first.id);
    expect(diff).toMatchObject({ addedLines: 0, removedLines: 0, hunks: [] });
  });

  test('of a first revision is none', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const { id } = await desk.submitForAgent();

    expect(await desk.host.diff(id)).toEqual({ base: null, diff: null });
  });

  test('of a plan that nobody could read is none', async () => {
    const desk = await openDesk({ planFolder: undefined });
    await desk.write(path, planA);
    const first = await desk.submitForAgent();
    await desk.host.decide(first.id, { action: 'rejected' }, { by: sam });
    const second = await desk.submitForAgent({ toolCallId: 'call-2', revision: 2, isRead: false });

    const { base, diff } = await desk.host.diff(second.id);

    expect(base?.id).toBe(first.id);
    expect(diff).toBeNull();
  });

  test('against a review of another plan is refused', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const one = await desk.submitForAgent();
    const other = await desk.submitForAgent({ runId: 'run-2' });

    await expect(desk.host.diff(one.id, { base: other.id })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(desk.host.diff(one.id, { base: 'nobody' })).rejects.toMatchObject({ code: 'REVIEW_NOT_FOUND' });
  });
});
