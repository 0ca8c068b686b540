import { describe, expect, test } from 'vitest';
import { openDesk, planA, sam } from '../../test/builders/review-host.ts';

const firstId = 'aaaabbbb-0000-4000-8000-000000000001';
const secondId = 'aaaabbbb-0000-4000-8000-000000000002';

describe('finding a review', () => {
  test('the first six characters of an id are enough when they name one review', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.submitForAgent({ reviewId: firstId });

    const detail = await desk.host.get('aaaabb');

    expect(detail.review.id).toBe(firstId);
  });

  test('a beginning that names two reviews is refused with both ids', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.submitForAgent({ reviewId: firstId });
    await desk.submitForAgent({ reviewId: secondId, runId: 'run-2' });

    const asked = desk.host.get('aaaabbbb');

    await expect(asked).rejects.toMatchObject({
      code: 'REVIEW_NOT_FOUND',
      candidates: expect.arrayContaining([firstId, secondId]),
      message: expect.stringContaining('names 2 reviews'),
    });
  });

  test('a whole id is found even when it begins another one', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.submitForAgent({ reviewId: 'review-1' });
    await desk.submitForAgent({ reviewId: 'review-10', runId: 'run-2' });

    expect((await desk.host.get('review-1')).review.id).toBe('review-1');
  });

  test.each(['aaaab', '', 'nobody-has-this', '%', 'aaaabb%', '__________'])('%j names no review', async (id) => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.submitForAgent({ reviewId: firstId });

    await expect(desk.host.get(id)).rejects.toMatchObject({ code: 'REVIEW_NOT_FOUND', reviewId: id });
    await expect(desk.host.undo(id)).rejects.toMatchObject({ code: 'REVIEW_NOT_FOUND' });
    await expect(desk.host.waitForDecision(id)).rejects.toMatchObject({ code: 'REVIEW_NOT_FOUND' });
  });

  test('a decision may name a review by the beginning of its id', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    await desk.submitForAgent({ reviewId: firstId });

    const summary = await desk.host.decide('aaaabbbb', { action: 'approved' }, { by: sam });

    expect(summary.review).toMatchObject({ id: firstId, status: 'decided' });
  });
});

describe('a review past its time', () => {
  test('looking at it closes it as expired', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent({ expiresAt: '2026-01-05T10:00:00.000Z' });
    desk.clock.advance(3_600_000);

    const detail = await desk.host.get(id);

    expect(detail.review).toMatchObject({ status: 'closed', closedReason: 'expired' });
    expect(detail.decision).toBeNull();
  });

  test.each([{ action: 'approved' as const }, { action: 'rejected' as const }])(
    'it takes no decision any more: $action',
    async (decision) => {
      const desk = await openDesk();
      await desk.write('plans/export-csv.md', planA);
      const { id } = await desk.submitForAgent({ expiresAt: '2026-01-05T10:00:00.000Z' });
      desk.clock.advance(3_600_000);

      await expect(desk.host.decide(id, decision, { by: sam })).rejects.toMatchObject({
        code: 'REVIEW_CLOSED',
        reason: 'expired',
      });
      expect(await desk.storage.listDecisions(id)).toEqual([]);
    },
  );

  test('a moment before its time it still takes one', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent({ expiresAt: '2026-01-05T10:00:00.000Z' });
    desk.clock.advance(3_599_999);

    const { decision } = await desk.host.decide(id, { action: 'approved' }, { by: sam });

    expect(decision?.decision.action).toBe('approved');
  });
});
