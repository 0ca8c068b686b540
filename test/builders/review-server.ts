import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { planFolder } from '../../src/plans/index.ts';
import { createReviewHost, type ReviewHost, type ReviewSummary } from '../../src/review/index.ts';
import { memoryStorage } from '../../src/storage/index.ts';
import {
  createReviewServer,
  type ErrorBody,
  type ReviewServer,
  type ReviewServerOptions,
} from '../../src/web/index.ts';

const origin = 'http://127.0.0.1:4999';
export const token = 'a-token-for-tests-with-43-characters-0123456';
export const planText =
  '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';

/** A server for one plan that waits. */
export interface OpenedServer {
  readonly server: ReviewServer;
  readonly host: ReviewHost;
  readonly folder: string;
  readonly waiting: ReviewSummary;
}

/** A server for one plan that waits, with every default but the ones given. */
export async function openServer(options: Partial<ReviewServerOptions> = {}): Promise<OpenedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
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

/** A request as a test states it. */
export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string | null>;
  readonly body?: unknown;
}

/** A request as the page itself sends it; a header given as `null` is left out. */
export function asPage(cookie: string, { method = 'GET', path, headers = {}, body }: Call): Request {
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

/** The cookie of a browser that has signed in. */
export async function signIn(server: ReviewServer): Promise<string> {
  const response = await server(asPage('', { method: 'POST', path: '/api/session', body: { token } }));
  return (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
}

/** An approval of what waits. */
export function approval({ review }: ReviewSummary): object {
  return { action: 'approved', planSha256: review.planSha256, revision: review.revision };
}

/** The code of a refusal. */
export async function readCode(response: Response): Promise<ErrorBody['error']['code']> {
  // The shape of every refusal, which these tests are about.
  return ((await response.json()) as ErrorBody).error.code;
}

/** Makes sure that nothing was decided. */
export async function expectPending({ host, waiting }: OpenedServer): Promise<void> {
  expect((await host.get(waiting.review.id)).review.status).toBe('waiting');
}
