import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../core/index.ts';
import { planFolder } from '../plans/index.ts';
import { createReviewHost, type ReviewHost, type ReviewSummary } from '../review/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { createReviewServer, type ReviewServer, type ReviewServerOptions } from './create-review-server.ts';
import type { ErrorBody } from './wire.ts';

const origin = 'http://127.0.0.1:4999';
const token = 'a-token-for-tests-with-43-characters-0123456';
const planText = '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';

interface Opened {
  readonly server: ReviewServer;
  readonly host: ReviewHost;
  readonly folder: string;
  readonly waiting: ReviewSummary;
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A server for one plan that waits, with every default but the ones given. */
async function openServer(options: Partial<ReviewServerOptions> = {}): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-web-'));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'plan.md'), planText);
  const pageFolder = join(folder, 'page');
  mkdirSync(join(pageFolder, 'assets'), { recursive: true });
  writeFileSync(join(pageFolder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(pageFolder, 'assets', 'index-1a2b.js'), 'void 0;');
  const host = createReviewHost({ storage: memoryStorage(), planFolder: planFolder({ root: folder }) });
  const waiting = await host.submit('plan.md', { host: 'shell' });
  const server = createReviewServer({
    host,
    token,
    allowedHosts: ['127.0.0.1:4999'],
    reviewer: 'min',
    pageFolder,
    ...options,
  });
  return { server, host, folder, waiting };
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string | null>;
  readonly body?: unknown;
}

/** A request as the page itself sends it; a header given as `null` is left out. */
function asPage(cookie: string, { method = 'GET', path, headers = {}, body }: Call): Request {
  const isWrite = method !== 'GET';
  const all = {
    host: '127.0.0.1:4999',
    cookie,
    ...(isWrite ? { origin, 'content-type': 'application/json', 'x-countersign': '1' } : {}),
    ...headers,
  };
  const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null);
  const text = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(`${origin}${path}`, { method, headers: sent, body: text });
}

async function signIn(server: ReviewServer): Promise<string> {
  const response = await server(asPage('', { method: 'POST', path: '/api/session', body: { token } }));
  return (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

function approval({ review }: ReviewSummary): object {
  return { action: 'approved', planSha256: review.planSha256, revision: review.revision };
}

async function readCode(response: Response): Promise<ErrorBody['error']['code']> {
  // The shape of every refusal, which these tests are about.
  return ((await response.json()) as ErrorBody).error.code;
}

async function expectPending({ host, waiting }: Opened): Promise<void> {
  expect((await host.get(waiting.review.id)).review.status).toBe('waiting');
}

describe('another web page', () => {
  const refusals = [
    {
      name: 'with a foreign Origin',
      headers: { origin: 'https://evil.example' },
      status: 403,
      code: 'ORIGIN_NOT_ALLOWED',
    },
    {
      name: 'with the Origin of another local port',
      headers: { origin: 'http://127.0.0.1:3000' },
      status: 403,
      code: 'ORIGIN_NOT_ALLOWED',
    },
    { name: 'with a null Origin', headers: { origin: 'null' }, status: 403, code: 'ORIGIN_NOT_ALLOWED' },
    {
      name: 'with a foreign Host and matching Origin',
      headers: { host: 'evil.example:4999', origin: 'http://evil.example:4999' },
      status: 403,
      code: 'HOST_NOT_ALLOWED',
    },
    {
      name: 'as text/plain with no Origin',
      headers: { origin: null, 'content-type': 'text/plain' },
      status: 403,
      code: 'ORIGIN_NOT_ALLOWED',
    },
    { name: 'as text/plain', headers: { 'content-type': 'text/plain' }, status: 415, code: 'JSON_ONLY' },
    {
      name: 'as a form',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      status: 415,
      code: 'JSON_ONLY',
    },
    { name: 'without our own header', headers: { 'x-countersign': null }, status: 403, code: 'HEADER_MISSING' },
    { name: 'without the session', headers: { cookie: null }, status: 401, code: 'NOT_SIGNED_IN' },
    {
      name: 'from another site, as the browser says',
      headers: { 'sec-fetch-site': 'cross-site' },
      status: 403,
      code: 'ORIGIN_NOT_ALLOWED',
    },
  ];
  for (const { name, headers, status, code } of refusals) {
    test(`cannot approve ${name}`, async () => {
      const opened = await openServer();
      const cookie = await signIn(opened.server);
      const path = `/api/reviews/${opened.waiting.review.id}/decision`;

      const response = await opened.server(
        asPage(cookie, { method: 'POST', path, headers, body: approval(opened.waiting) }),
      );

      expect(response.status).toBe(status);
      expect(await readCode(response)).toBe(code);
      await expectPending(opened);
    });
  }

  const readers = [
    { name: 'with a foreign Origin', headers: { origin: 'https://evil.example' } },
    { name: 'with a foreign Host', headers: { host: 'evil.example', origin: 'http://evil.example' } },
    { name: 'without the session', headers: { cookie: null } },
    { name: 'with a session of another server', headers: { cookie: 'countersign-0123456789ab=forged' } },
    { name: 'as an image of another local port', headers: { 'sec-fetch-site': 'same-site' } },
  ];
  for (const { name, headers } of readers) {
    test(`cannot read the plan ${name}`, async () => {
      const { server, waiting } = await openServer();
      const cookie = await signIn(server);

      const response = await server(asPage(cookie, { path: `/api/reviews/${waiting.review.id}`, headers }));

      expect(response.status).toBeGreaterThanOrEqual(401);
      expect(await response.text()).not.toContain('Choose the columns');
    });
  }

  test('is told nothing by CORS headers', async () => {
    const { server } = await openServer();
    const cookie = await signIn(server);

    const answers = await Promise.all([
      server(asPage(cookie, { path: '/api/reviews' })),
      server(
        asPage('', {
          method: 'OPTIONS',
          path: '/api/reviews',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
        }),
      ),
    ]);

    for (const { headers } of answers)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('the token', () => {
  test('is exchanged for a cookie that scripts cannot read and other sites do not send', async () => {
    const { server } = await openServer();

    const response = await server(asPage('', { method: 'POST', path: '/api/session', body: { token } }));

    expect(response.status).toBe(204);
    expect(response.headers.get('set-cookie')).toMatch(
      /^countersign-[0-9a-f]{12}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers.get('set-cookie')).not.toContain(token);
  });

  test('that is wrong signs nobody in', async () => {
    const { server } = await openServer();

    const response = await server(asPage('', { method: 'POST', path: '/api/session', body: { token: `${token}x` } }));

    expect(response.status).toBe(401);
    expect(await readCode(response)).toBe('WRONG_TOKEN');
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('is random, of 256 bits, when none is given', async () => {
    const { host } = await openServer();

    const tokens = [createReviewServer({ host }).token, createReviewServer({ host }).token];

    expect(new Set(tokens).size).toBe(2);
    for (const made of tokens) expect(Buffer.from(made, 'base64url').byteLength).toBe(32);
  });

  test('that is too short is refused at once', async () => {
    const { host } = await openServer();

    expect(() => createReviewServer({ host, token: 'secret' })).toThrow(ConfigurationError);
  });

  test('lets a program decide, and the record says that it was one', async () => {
    const { server, host, waiting } = await openServer();
    const headers = { cookie: null, origin: null, authorization: `Bearer ${token}` };
    const path = `/api/reviews/${waiting.review.id}/decision`;

    const response = await server(asPage('', { method: 'POST', path, headers, body: approval(waiting) }));

    expect(response.status).toBe(200);
    expect((await host.get(waiting.review.id)).decision?.by).toEqual({
      name: 'min',
      assurance: 'program',
      surface: 'api',
    });
  });

  test('that a program has wrong opens nothing, with a session beside it or not', async () => {
    const { server } = await openServer();
    const cookie = await signIn(server);

    const response = await server(
      asPage(cookie, { path: '/api/reviews', headers: { authorization: `Bearer ${token}0` } }),
    );

    expect(response.status).toBe(401);
  });
});

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

describe('the files of the page', () => {
  test('are given to anybody who comes by a good name, and only those that were built', async () => {
    const { server } = await openServer();

    const page = await server(asPage('', { path: '/' }));
    const script = await server(asPage('', { path: '/assets/index-1a2b.js' }));

    expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(await page.text()).toContain('<title>page</title>');
    expect([script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('that were not built are an answer that says how to build them', async () => {
    const { server, folder } = await openServer();
    const unbuilt = await openServer({ pageFolder: join(folder, 'nothing') });

    const response = await unbuilt.server(asPage('', { path: '/' }));

    expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build')]);
    expect((await server(asPage('', { path: '/' }))).status).toBe(200);
  });
});

describe('an address', () => {
  test('that is unknown answers 404 as JSON', async () => {
    const { server } = await openServer();
    const cookie = await signIn(server);

    for (const path of [
      '/api/nothing',
      '/api/reviews/x/y',
      '/../package.json',
      '/assets/../../package.json',
      '/nothing.js',
    ]) {
      const response = await server(asPage(cookie, { path }));
      expect([path, response.status, (await response.json()) as unknown]).toMatchObject([
        path,
        404,
        { error: { code: 'NOT_FOUND' } },
      ]);
    }
  });

  test('with an unknown method says which it has', async () => {
    const { server, waiting } = await openServer();
    const cookie = await signIn(server);

    const response = await server(asPage(cookie, { method: 'DELETE', path: `/api/reviews/${waiting.review.id}` }));

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  });

  test('of no review answers 404 with the code of the host', async () => {
    const { server } = await openServer();
    const cookie = await signIn(server);

    const response = await server(asPage(cookie, { path: '/api/reviews/no-such-review' }));

    expect([response.status, await readCode(response)]).toEqual([404, 'REVIEW_NOT_FOUND']);
  });
});

describe('every answer', () => {
  test('carries the headers that keep other pages and the plan from doing anything', async () => {
    const { server } = await openServer();
    const cookie = await signIn(server);

    const answers = [
      await server(asPage('', { path: '/' })),
      await server(asPage(cookie, { path: '/api/reviews' })),
      await server(asPage('', { path: '/', headers: { host: 'evil.example' } })),
    ];

    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    expect(answers[1]?.headers.get('cache-control')).toBe('no-store');
  });

  test('to a failure inside tells nothing of it, and the log does', async () => {
    const { host } = await openServer();
    const logged: unknown[] = [];
    const log = (message: string, fields?: object): void => void logged.push(message, fields);
    const broken: ReviewHost = { ...host, list: () => Promise.reject(new TypeError('secret path /home/min')) };
    const { server } = await openServer({ host: broken, logger: { debug: log, info: log, warn: log, error: log } });
    const cookie = await signIn(server);

    const response = await server(asPage(cookie, { path: '/api/reviews' }));

    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(logged).toHaveLength(2);
  });
});

describe('mounted', () => {
  test('without allowed hosts it says what is missing', async () => {
    const { host } = await openServer();
    const server = createReviewServer({ host });

    await expect(server(new Request('http://localhost:3000/'))).rejects.toThrow(/allowedHosts/);
  });

  test('below a path it answers there, and its cookie stays there', async () => {
    const { server } = await openServer({ basePath: '/reviews/' });

    const signedIn = await server(asPage('', { method: 'POST', path: '/reviews/api/session', body: { token } }));
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    const list = await server(asPage(cookie, { path: '/reviews/api/reviews' }));
    const bare = await server(asPage('', { path: '/reviews' }));
    const outside = await server(asPage(cookie, { path: '/api/reviews' }));

    expect(signedIn.headers.get('set-cookie')).toContain('Path=/reviews/;');
    expect([list.status, bare.status, outside.status]).toEqual([200, 308, 404]);
    expect(bare.headers.get('location')).toBe('/reviews/');
  });

  test('a name without a port is allowed on every port, and no other name is', async () => {
    const { server } = await openServer({ allowedHosts: ['Reviews.example.com'] });
    const ask = async (host: string): Promise<number> =>
      (await server(asPage('', { path: '/api/reviews', headers: { host } }))).status;

    expect([
      await ask('reviews.example.com'),
      await ask('reviews.example.com:8443'),
      await ask('reviews.example.com.evil.example'),
    ]).toEqual([401, 401, 403]);
  });
});
