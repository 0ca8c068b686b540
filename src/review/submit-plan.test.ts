import { describe, expect, test } from 'vitest';
import { interruptNextCommit, min, openDesk, planA, planB } from '../../test/builders/review-host.ts';
import { hashPlan } from '../plans/index.ts';

const path = 'plans/export-csv.md';
const shell = { host: 'shell' };

describe('submitting a file', () => {
  test('puts it up for review without a run', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);

    const summary = await desk.host.submit(path, shell);

    expect(summary).toMatchObject({
      review: {
        revision: 1,
        status: 'waiting',
        path,
        root: desk.root,
        title: 'Export orders as CSV',
        planSha256: hashPlan(new TextEncoder().encode(planA)),
        source: { host: 'shell', agentId: null, runId: null, toolCallId: null },
      },
      decision: null,
    });
    expect((await desk.host.get(summary.review.id)).text).toBe(planA);
  });

  test('the same bytes again give the review that waits, however the path is spelled', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const first = await desk.host.submit(path, shell);

    const again = await desk.host.submit(`./plans/../${path}`, shell);
    const absolute = await desk.openHost().submit(`${desk.root}/${path}`, shell);

    expect([again.review.id, absolute.review.id]).toEqual([first.review.id, first.review.id]);
    expect((await desk.host.list()).total).toBe(1);
  });

  test('other bytes take its place as the next revision, with the drafts', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const first = await desk.host.submit(path, shell);
    await desk.host.saveDraft(first.review.id, { reviewer: 'min', text: 'Why CSV?' });
    await desk.write(path, planB);

    const second = await desk.host.submit(path, shell);

    expect(second.review).toMatchObject({ revision: 2, planId: first.review.planId });
    expect((await desk.host.get(first.review.id)).review).toMatchObject({
      status: 'closed',
      closedReason: 'replaced',
      replacedBy: second.review.id,
    });
    expect((await desk.host.get(second.review.id)).drafts).toMatchObject([{ text: 'Why CSV?' }]);
  });

  test('an answer that nobody has fetched is given for the same bytes, instead of asking again', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const { review } = await desk.host.submit(path, shell);
    await desk.host.decide(review.id, { action: 'rejected', feedback: 'smaller' }, { by: min });

    const again = await desk.host.submit(path, shell);

    expect(again).toMatchObject({ review: { id: review.id }, decision: { decision: { feedback: 'smaller' } } });
  });

  test('the same bytes after a fetched answer are a new revision', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const { review } = await desk.host.submit(path, shell);
    await desk.host.decide(review.id, { action: 'rejected' }, { by: min });
    await desk.host.waitForDecision(review.id);

    const again = await desk.host.submit(path, shell);

    expect(again.review).toMatchObject({ revision: 2, status: 'waiting' });
  });

  test('a review past its time is not taken up again: the same bytes wait anew', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const { review } = await desk.host.submit(path, shell);
    await desk.storage.commit([
      {
        type: 'review-updated',
        reviewId: review.id,
        planId: review.planId,
        expect: { status: ['waiting'] },
        set: { expiresAt: '2026-01-05T10:00:00.000Z' },
      },
    ]);
    desk.clock.advance(3_600_000);

    const again = await desk.host.submit(path, shell);

    expect(again.review).toMatchObject({ revision: 2, status: 'waiting', expiresAt: null });
    expect((await desk.host.get(review.id)).review.closedReason).toBe('expired');
  });

  test('other sessions, other hosts and other files are other plans', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    await desk.write('plans/other.md', planA);

    const all = [
      await desk.host.submit(path, shell),
      await desk.host.submit(path, { host: 'shell', sessionId: 's1' }),
      await desk.host.submit(path, { host: 'hook' }),
      await desk.host.submit('plans/other.md', shell),
    ];

    expect(new Set(all.map(({ review }) => review.planId)).size).toBe(4);
    expect(all.map(({ review }) => review.revision)).toEqual([1, 1, 1, 1]);
  });

  test('two hosts that submit the same bytes at once put up one review', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);

    const both = await Promise.all([desk.host.submit(path, shell), desk.openHost().submit(path, shell)]);

    expect(both[0].review.id).toBe(both[1].review.id);
    expect((await desk.storage.listReviews()).total).toBe(1);
  });

  test('a submission that slips in between counts as the older one', async () => {
    const desk = await openDesk();
    await desk.write(path, planA);
    const storage = interruptNextCommit(desk.storage, async () => {
      await desk.write(path, planB);
      await desk.host.submit(path, shell);
    });

    const late = await desk.openHost({ storage }).submit(path, shell);

    expect(late.review.revision).toBe(2);
    expect((await desk.host.list()).items.map(({ review }) => review.id)).toEqual([late.review.id]);
  });

  test.each([
    { name: 'a missing file', asked: 'plans/none.md', text: null, reason: 'missing' },
    { name: 'an empty file', asked: 'plans/empty.md', text: '', reason: 'empty' },
    { name: 'a blank file', asked: 'plans/blank.md', text: ' \n\t\n', reason: 'blank' },
    { name: 'a folder', asked: 'plans', text: null, reason: 'not-a-file' },
    { name: 'a path that leads outside', asked: '../outside.md', text: null, reason: 'outside' },
  ])('$name is refused with its path and the reason, and nothing waits', async ({ asked, text, reason }) => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    if (text !== null) await desk.write(asked, text);

    await expect(desk.host.submit(asked, shell)).rejects.toMatchObject({
      code: 'PLAN_UNREADABLE',
      path: asked,
      reason,
    });
    expect((await desk.storage.listReviews()).total).toBe(0);
  });

  test('needs a plan folder and the name of the host', async () => {
    const desk = await openDesk({ planFolder: undefined });
    const host = desk.openHost({ planFolder: desk.folder });
    await desk.write(path, planA);

    await expect(desk.host.submit(path, shell)).rejects.toMatchObject({ code: 'CONFIGURATION' });
    await expect(host.submit(path, { host: '' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('submitting a text without a file', () => {
  const text = (words: string) => ({
    path: 'plan',
    root: null,
    title: 'A plan',
    bytes: new TextEncoder().encode(words),
  });
  const hook = { host: 'hook', sessionId: 's1' };

  test('binds the review to the text', async () => {
    const { host } = await openDesk();

    const { review } = await host.submitText(text(planA), hook);
    const detail = await host.get(review.id);

    expect(detail).toMatchObject({ text: planA, file: { state: 'unseen' }, review: { root: null, title: 'A plan' } });
    expect((await host.decide(review.id, { action: 'approved' }, { by: min })).decision).not.toBeNull();
  });

  test('a NUL character and characters of several code points come back as they were', async () => {
    const { host } = await openDesk();
    const words = '# Plan\u0000 \\v 👩‍👩‍👧 𠮷\r\n';

    const { review } = await host.submitText(text(words), hook);

    expect((await host.get(review.id)).text).toBe(words);
  });

  test.each([
    ['', 'empty'],
    [' \n', 'blank'],
    ['x'.repeat(1_048_577), 'too-large'],
  ])('is refused when it says nothing or too much', async (words, reason) => {
    const { host, storage } = await openDesk();

    await expect(host.submitText(text(words), hook)).rejects.toMatchObject({ code: 'PLAN_UNREADABLE', reason });
    expect((await storage.listReviews()).total).toBe(0);
  });
});
