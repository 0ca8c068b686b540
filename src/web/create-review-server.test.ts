import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asPage, openServer, readCode, signIn, token } from '../../test/builders/review-server.ts';
import type { ReviewHost } from '../review/index.ts';
import { createReviewServer } from './create-review-server.ts';

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
