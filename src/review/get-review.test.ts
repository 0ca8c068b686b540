import { mkdir, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openDesk, planA, planB, sam } from '../../test/builders/review-host.ts';
import { hashPlan } from '../plans/index.ts';

const sha256Of = (text: string): string => hashPlan(new TextEncoder().encode(text));

describe('everything about a review', () => {
  test('has the text as submitted, the run that waits, the drafts and all revisions', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.host.saveDraft(id, { reviewer: 'min', text: 'Why 10 000?' });

    const detail = await desk.host.get(id);

    expect(detail.text).toBe(planA);
    expect(detail.file).toEqual({ state: 'same', sha256: sha256Of(planA) });
    expect(detail.run).toEqual({ id: 'run-1', agentId: 'planner', status: 'suspended' });
    expect(detail.drafts).toMatchObject([{ reviewer: 'min', text: 'Why 10 000?' }]);
    expect(detail.revisions.map(({ review }) => review.id)).toEqual([id]);
  });

  test('lists revisions oldest first, each with its outcome', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const first = await desk.submitForAgent();
    await desk.host.decide(first.id, { action: 'rejected', feedback: 'more tests' }, { by: sam });
    await desk.write('plans/export-csv.md', `${planA}4. Test the columns.\n`);
    const second = await desk.submitForAgent({ toolCallId: 'call-2', revision: 2 });

    const { revisions } = await desk.host.get(second.id);

    expect(revisions).toMatchObject([
      { review: { revision: 1, status: 'decided' }, decision: { decision: { feedback: 'more tests' } } },
      { review: { revision: 2, status: 'waiting' }, decision: null },
    ]);
  });

  test('a byte order mark and CRLF line ends are part of the text', async () => {
    const desk = await openDesk();
    const text = `\uFEFF# Plan\r\n\r\n1. Step 𠮷 👩‍👩‍👧 \\v\r\n`;
    await desk.write('plans/export-csv.md', text);
    const { id } = await desk.submitForAgent();

    expect((await desk.host.get(id)).text).toBe(text);
  });

  test('a file that changes after its approval leaves the approved text as it was', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.host.decide(id, { action: 'approved' }, { by: sam });
    await desk.write('plans/export-csv.md', planB);

    const detail = await desk.host.get(id);

    expect(detail.text).toBe(planA);
    expect(detail.file).toEqual({ state: 'changed', sha256: sha256Of(planB) });
  });

  test('a file that vanished is told, and the text at submission is shown', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.remove('plans/export-csv.md');

    const detail = await desk.host.get(id);

    expect(detail.text).toBe(planA);
    expect(detail.file).toEqual({ state: 'missing', sha256: null });
  });

  test('a file that can no longer be read as a plan counts as missing', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.write('plans/export-csv.md', ' \n');

    expect((await desk.host.get(id)).file.state).toBe('missing');
  });

  test('a host without a plan folder looks into the folder the plan was read from', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await desk.write('plans/export-csv.md', planB);
    const host = desk.openHost({ planFolder: undefined });

    expect((await host.get(id)).file.state).toBe('changed');
  });

  test('where that folder is gone and the host has none, the file is unseen', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await rm(desk.root, { recursive: true });
    const host = desk.openHost({ planFolder: undefined });

    const detail = await host.get(id);

    expect(detail.text).toBe(planA);
    expect(detail.file).toEqual({ state: 'unseen', sha256: null });
  });

  test("where that folder is gone, the host's own is looked into", async () => {
    const desk = await openDesk();
    const other = await openDesk({ storage: desk.storage });
    await desk.write('plans/export-csv.md', planA);
    await other.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent();
    await rm(desk.root, { recursive: true });

    expect((await other.host.get(id)).file.state).toBe('same');
  });

  test('a plan larger than the default limit is still compared', async () => {
    const desk = await openDesk();
    const bytes = new TextEncoder().encode('# Long\n'.padEnd(1_200_000, 'word '));
    await mkdir(`${desk.root}/plans`);
    await writeFile(`${desk.root}/plans/long.md`, bytes);
    const plan = { path: 'plans/long.md', root: desk.root, title: 'Long', bytes, planSha256: hashPlan(bytes) };
    const source = { agentId: null, controllerId: null, sessionId: null, runId: null, toolCallId: null };
    const review = {
      id: 'long-plan',
      planId: 'plan_long',
      revision: 1,
      status: 'waiting' as const,
      closedReason: null,
      replacedBy: null,
      path: plan.path,
      root: plan.root,
      title: plan.title,
      planSha256: plan.planSha256,
      planBytes: bytes.byteLength,
      source: { ...source, host: 'shell', threadId: null, modeId: null },
      submittedAt: desk.clock.now(),
      closedAt: null,
      expiresAt: null,
    };
    await desk.storage.commit([
      { type: 'plan-stored', planSha256: plan.planSha256, bytes },
      { type: 'review-created', review },
    ]);

    expect((await desk.openHost({ planFolder: undefined }).get('long-plan')).file.state).toBe('same');
  });
});

describe('a plan that nobody has read', () => {
  test('the first look takes its snapshot, once', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id, planSha256 } = await desk.submitForAgent({ isRead: false });
    expect(planSha256).toBeNull();

    const first = await desk.host.get(id);
    await desk.write('plans/export-csv.md', planB);
    const second = await desk.host.get(id);

    expect(first).toMatchObject({
      text: planA,
      review: { planSha256: sha256Of(planA), title: 'Export orders as CSV', root: desk.root },
      file: { state: 'same' },
    });
    expect(second).toMatchObject({ text: planA, file: { state: 'changed', sha256: sha256Of(planB) } });
  });

  test('two first looks at once agree on one snapshot', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent({ isRead: false });

    const looks = await Promise.all([desk.host.get(id), desk.openHost().get(id), desk.host.get(id)]);

    expect(looks.map(({ text }) => text)).toEqual([planA, planA, planA]);
    expect(looks.map(({ review }) => review.status)).toEqual(['waiting', 'waiting', 'waiting']);
  });

  test('is listed without a text where the host has no plan folder', async () => {
    const desk = await openDesk({ planFolder: undefined });
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent({ isRead: false });

    const detail = await desk.host.get(id);

    expect(detail).toMatchObject({ text: null, file: { state: 'unseen', sha256: null } });
    expect(detail.review.planSha256).toBeNull();
  });

  test('has no text while its file is missing, and gets one when it is there', async () => {
    const desk = await openDesk();
    const { id } = await desk.submitForAgent({ isRead: false });

    const before = await desk.host.get(id);
    await desk.write('plans/export-csv.md', planA);
    const after = await desk.host.get(id);

    expect(before).toMatchObject({ text: null, file: { state: 'missing' } });
    expect(after.text).toBe(planA);
  });

  test('gets no snapshot any more once it was rejected', async () => {
    const desk = await openDesk();
    await desk.write('plans/export-csv.md', planA);
    const { id } = await desk.submitForAgent({ isRead: false });
    await desk.host.decide(id, { action: 'rejected' }, { by: sam });

    const detail = await desk.host.get(id);

    expect(detail).toMatchObject({ text: null, review: { planSha256: null, status: 'decided' } });
  });
});
