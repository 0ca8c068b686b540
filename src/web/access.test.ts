import { describe, expect, test } from 'vitest';
import {
  approval,
  asPage,
  expectPending,
  openServer,
  readCode,
  signIn,
  token,
} from '../../test/builders/review-server.ts';
import { ConfigurationError } from '../core/index.ts';
import { createReviewServer } from './create-review-server.ts';

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
