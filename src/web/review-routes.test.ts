import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  approval,
  asPage,
  expectPending,
  openServer,
  planText,
  readCode,
  signIn,
} from '../../test/builders/review-server.ts';

describe('the page', () => {
  test('approves what it was shown', async () => {
    const { server, host, waiting } = await openServer();
    const cookie = await signIn(server);
    const path = `/api/reviews/${waiting.review.id}/decision`;

    const response = await server(asPage(cookie, { method: 'POST', path, body: approval(waiting) }));

    expect(response.status).toBe(200);
    const { review, decision } = await host.get(waiting.review.id);
    expect(review.status).toBe('decided');
    expect(decision).toMatchObject({
      decision: { action: 'approved' },
      by: { name: 'min', assurance: 'local', surface: 'page' },
    });
  });

  test('can take a decision back for five seconds', async () => {
    const opened = await openServer();
    const cookie = await signIn(opened.server);
    const path = `/api/reviews/${opened.waiting.review.id}`;
    const decided = await opened.server(
      asPage(cookie, { method: 'POST', path: `${path}/decision`, body: approval(opened.waiting) }),
    );
    const { undoUntil, decision } = (await decided.json()) as { undoUntil: string; decision: { decidedAt: string } };

    const response = await opened.server(asPage(cookie, { method: 'POST', path: `${path}/undo`, body: {} }));

    expect(Date.parse(undoUntil) - Date.parse(decision.decidedAt)).toBe(5000);
    expect(response.status).toBe(200);
    await expectPending(opened);
  });

  const incomplete = [
    { name: 'the digest', body: { action: 'approved', revision: 1 } },
    { name: 'the revision', body: { action: 'approved', planSha256: 'a'.repeat(64) } },
  ];
  for (const { name, body } of incomplete) {
    test(`cannot approve without naming ${name}`, async () => {
      const opened = await openServer();
      const cookie = await signIn(opened.server);

      const response = await opened.server(
        asPage(cookie, { method: 'POST', path: `/api/reviews/${opened.waiting.review.id}/decision`, body }),
      );

      expect(response.status).toBe(400);
      expect(await readCode(response)).toBe('INVALID_INPUT');
      await expectPending(opened);
    });
  }

  test('is told when the file is no longer what it shows', async () => {
    const opened = await openServer();
    const cookie = await signIn(opened.server);
    writeFileSync(join(opened.folder, 'plan.md'), `${planText}4. Drop the table.\n`);

    const response = await opened.server(
      asPage(cookie, {
        method: 'POST',
        path: `/api/reviews/${opened.waiting.review.id}/decision`,
        body: approval(opened.waiting),
      }),
    );

    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: { code: 'PLAN_CHANGED', path: 'plan.md', reviewedSha256: opened.waiting.review.planSha256 },
    });
    await expectPending(opened);
  });

  test('is told who decided first', async () => {
    const { server, host, waiting } = await openServer();
    const cookie = await signIn(server);
    await host.decide(
      waiting.review.id,
      { action: 'rejected', feedback: 'No.' },
      { by: { name: 'ana', assurance: 'program', surface: 'library' } },
    );

    const response = await server(
      asPage(cookie, { method: 'POST', path: `/api/reviews/${waiting.review.id}/decision`, body: approval(waiting) }),
    );

    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      error: { code: 'ALREADY_DECIDED', decision: { by: 'ana', action: 'rejected', feedback: 'No.' } },
    });
  });

  test('previews exactly what is delivered', async () => {
    const { server, host, waiting } = await openServer();
    const cookie = await signIn(server);
    const decision = { action: 'rejected', feedback: 'Say how {{feedback}} is tested.\r\n\u2028한국어 👩‍🚀 ' } as const;

    const response = await server(
      asPage(cookie, { method: 'POST', path: `/api/reviews/${waiting.review.id}/preview`, body: decision }),
    );

    expect(await response.json()).toEqual({ text: await host.preview(waiting.review.id, decision) });
  });

  test('keeps a draft until it is emptied', async () => {
    const { server, waiting } = await openServer();
    const cookie = await signIn(server);
    const path = `/api/reviews/${waiting.review.id}`;
    const save = (text: string): Promise<Response> =>
      server(asPage(cookie, { method: 'PUT', path: `${path}/draft`, body: { text } }));
    const readDraft = async (): Promise<unknown> =>
      ((await (await server(asPage(cookie, { path }))).json()) as { draft: unknown }).draft;

    await save('Why not stream?');
    const kept = await readDraft();
    await save('');

    expect(kept).toMatchObject({ text: 'Why not stream?' });
    expect(await readDraft()).toBeNull();
  });

  test('reads a changed file as the next revision, with what changed', async () => {
    const { server, folder, waiting } = await openServer();
    const cookie = await signIn(server);
    writeFileSync(join(folder, 'plan.md'), `${planText}4. Write a page about it.\n`);

    const reread = await server(
      asPage(cookie, { method: 'POST', path: `/api/reviews/${waiting.review.id}/reread`, body: {} }),
    );
    const { id, revision } = (await reread.json()) as { id: string; revision: number };
    const diff = await server(asPage(cookie, { path: `/api/reviews/${id}/diff` }));

    expect(revision).toBe(2);
    expect(await diff.json()).toMatchObject({
      base: { id: waiting.review.id, revision: 1 },
      diff: { addedLines: 1, removedLines: 0 },
    });
  });

  test('is not sent a text again that it has', async () => {
    const { server, waiting } = await openServer();
    const cookie = await signIn(server);
    const ask = async (known: string): Promise<unknown> =>
      (await server(asPage(cookie, { path: `/api/reviews/${waiting.review.id}?known=${known}` }))).json();

    expect(await ask(waiting.review.planSha256 ?? '')).not.toHaveProperty('html');
    expect(await ask('0'.repeat(64))).toMatchObject({ html: expect.stringContaining('<h1'), outline: [{ level: 1 }] });
  });

  test('shows what characters hide in a title, a path and a line', async () => {
    const { server, host } = await openServer();
    const cookie = await signIn(server);
    const bytes = new TextEncoder().encode('# Safe \u202eesrever\n\nThe \u001b[2J end\n');
    const { review } = await host.submitText(
      { path: 'a\u202eb.md', root: null, title: 'Safe \u202eesrever', bytes },
      { host: 'shell' },
    );

    const text = await (await server(asPage(cookie, { path: `/api/reviews/${review.id}` }))).text();

    expect(text).not.toMatch(/\\u001b|\u202e|\\u202e/);
    expect(JSON.parse(text)).toMatchObject({
      title: 'Safe <U+202E>esrever',
      path: 'a<U+202E>b.md',
      sourceLines: ['# Safe <U+202E>esrever', '', 'The ␛[2J end'],
    });
  });
});

describe('a body', () => {
  test('with an unknown field decides nothing', async () => {
    const opened = await openServer();
    const cookie = await signIn(opened.server);
    const body = { ...approval(opened.waiting), scope: 'everything' };

    const response = await opened.server(
      asPage(cookie, { method: 'POST', path: `/api/reviews/${opened.waiting.review.id}/decision`, body }),
    );

    expect(response.status).toBe(400);
    expect(await readCode(response)).toBe('INVALID_INPUT');
    await expectPending(opened);
  });

  const notJson = ['', '{', '{"action":"approved"', 'action=approved'];
  for (const body of notJson) {
    test(`"${body}" is no JSON and decides nothing`, async () => {
      const opened = await openServer();
      const cookie = await signIn(opened.server);

      const response = await opened.server(
        asPage(cookie, { method: 'POST', path: `/api/reviews/${opened.waiting.review.id}/decision`, body }),
      );

      expect(response.status).toBe(400);
      expect(await readCode(response)).toBe('INVALID_JSON');
      await expectPending(opened);
    });
  }

  test('over the cap is refused, whether it says its length or not', async () => {
    const { server, waiting } = await openServer({ maxBodyBytes: 1000 });
    const cookie = await signIn(server);
    const body = JSON.stringify({ text: 'x'.repeat(1000) });
    const call = { method: 'PUT', path: `/api/reviews/${waiting.review.id}/draft`, body };

    const answers = [
      await server(asPage(cookie, call)),
      await server(asPage(cookie, { ...call, body: { text: 'short' }, headers: { 'content-length': '1001' } })),
    ];

    for (const answer of answers) expect([answer.status, await readCode(answer)]).toEqual([413, 'BODY_TOO_LARGE']);
  });
});
