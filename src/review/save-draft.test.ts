import { describe, expect, test } from 'vitest';
import { interruptNextCommit, min, openDesk, planA, planB, sam } from '../../test/builders/review-host.ts';

const path = 'plans/export-csv.md';
const comment = { id: 'C1', kind: 'question' as const, lines: [3, 5] as const, quote: '1. Choose', text: 'Which?' };

async function openWithPlan() {
  const desk = await openDesk();
  await desk.write(path, planA);
  const { id } = await desk.submitForAgent();
  return { ...desk, id };
}

describe('a draft', () => {
  test('is kept for each reviewer, the last one of each', async () => {
    const { host, id, openHost } = await openWithPlan();
    await host.saveDraft(id, { reviewer: 'min', text: 'Wh' });
    await host.saveDraft(id, { reviewer: 'sam', text: 'Mine' });

    const saved = await host.saveDraft(id, { reviewer: 'min', text: 'Why?', comments: [comment] });

    const { drafts } = await openHost().get(id);
    expect(saved).toEqual({
      reviewId: id,
      reviewer: 'min',
      text: 'Why?',
      comments: [comment],
      savedAt: '2026-01-05T09:00:00.000Z',
    });
    expect([...drafts].sort((one, other) => one.reviewer.localeCompare(other.reviewer))).toMatchObject([
      { reviewer: 'min', text: 'Why?', comments: [comment] },
      { reviewer: 'sam', text: 'Mine', comments: [] },
    ]);
  });

  test('without text and comments is removed', async () => {
    const { host, id } = await openWithPlan();
    await host.saveDraft(id, { reviewer: 'min', text: 'Why?' });

    expect(await host.saveDraft(id, { reviewer: 'min', text: '', comments: [] })).toBeNull();
    expect((await host.get(id)).drafts).toEqual([]);
  });

  test('that was never saved may be removed', async () => {
    const { host, id } = await openWithPlan();

    expect(await host.saveDraft(id, { reviewer: 'min', text: '' })).toBeNull();
  });

  test('outlives a decision and its undoing', async () => {
    const { host, id } = await openWithPlan();
    await host.saveDraft(id, { reviewer: 'min', text: 'Why?' });
    await host.decide(id, { action: 'approved' }, { by: min, holdMs: 5_000 });

    await host.undo(id);

    expect((await host.get(id)).drafts).toMatchObject([{ text: 'Why?' }]);
  });

  test('is refused on a decided review, and what was kept stays', async () => {
    const { host, id } = await openWithPlan();
    await host.saveDraft(id, { reviewer: 'min', text: 'Why?' });
    await host.decide(id, { action: 'approved' }, { by: sam, holdMs: 5_000 });

    const late = host.saveDraft(id, { reviewer: 'min', text: 'Why CSV?' });
    const removal = host.saveDraft(id, { reviewer: 'min', text: '' });

    await expect(late).rejects.toMatchObject({ code: 'ALREADY_DECIDED', undoUntil: '2026-01-05T09:00:05.000Z' });
    await expect(removal).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
    expect((await host.get(id)).drafts).toMatchObject([{ text: 'Why?' }]);
  });

  test('is refused on a replaced review with the one where it belongs now', async () => {
    const { host, id, write } = await openWithPlan();
    await write(path, planB);
    const next = await host.reread(id);

    const late = host.saveDraft(id, { reviewer: 'min', text: 'Why?' });

    await expect(late).rejects.toMatchObject({ code: 'REVIEW_CLOSED', replacedBy: next.review.id });
    expect((await host.get(id)).drafts).toEqual([]);
  });

  test('is refused when the decision slips in between', async () => {
    const desk = await openWithPlan();
    const storage = interruptNextCommit(desk.storage, () =>
      desk.host.decide(desk.id, { action: 'rejected' }, { by: sam }),
    );

    const late = desk.openHost({ storage }).saveDraft(desk.id, { reviewer: 'min', text: 'Why?' });

    await expect(late).rejects.toMatchObject({ code: 'ALREADY_DECIDED' });
    expect((await desk.host.get(desk.id)).drafts).toEqual([]);
  });

  test.each([
    { reviewer: '', text: 'x' },
    { reviewer: 'min', text: 5 },
    { reviewer: 'min', text: 'x', comments: [{ text: 'no id' }] },
  ])('of another shape is refused: %j', async (draft) => {
    const { host, id } = await openWithPlan();

    // From outside: what a caller without types may send.
    await expect(host.saveDraft(id, draft as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
