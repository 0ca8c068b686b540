import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { errorCodes } from '../core/index.ts';
import { createReviewHost, type ReviewHost } from '../review/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { createReviewServer, type ReviewServerOptions } from './create-review-server.ts';
import { httpStatus } from './http-status.ts';
import type { ListeningServer, ListenOptions } from './listen.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

interface Listening {
  readonly host: ReviewHost;
  readonly server: ListeningServer;
  readonly token: string;
}

async function listen(
  options: Partial<ReviewServerOptions> = {},
  listenOptions: ListenOptions = {},
): Promise<Listening> {
  const host = createReviewHost({ storage: memoryStorage() });
  const reviews = createReviewServer({ host, ...options });
  const server = await reviews.listen(listenOptions);
  closers.push(() => server.close());
  return { host, server, token: reviews.token };
}

function submit(host: ReviewHost): Promise<unknown> {
  const bytes = new TextEncoder().encode('# A plan\n');
  return host.submitText({ path: 'plan.md', root: null, title: 'A plan', bytes }, { host: 'shell' });
}

/** An event stream, read one event at a time; `null` when it has ended. */
async function openEvents({ server, token }: Listening): Promise<() => Promise<string | null>> {
  const controller = new AbortController();
  closers.unshift(async () => controller.abort());
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${server.port}/api/events`, { headers, signal: controller.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    const chunk = await reader?.read();
    return chunk === undefined || chunk.done ? null : chunk.value;
  };
}

describe('by default', () => {
  test('it is reached by this machine alone, on a free port, with the token in the fragment', async () => {
    const { server, token } = await listen();

    const response = await fetch(`http://127.0.0.1:${server.port}/api/reviews`, {
      headers: { authorization: `Bearer ${token}` },
    });

    expect(response.status).toBe(200);
    expect(server).toMatchObject({ hostname: '127.0.0.1', isLoopback: true });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/#token=${token}`);
    expect(server.urlOf('a b')).toBe(`${server.url}&review=a%20b`);
  });

  test('no other address of this machine answers', async () => {
    const { server } = await listen();
    const addresses = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address);
    // On Linux the whole of 127/8 is this machine: an address that is there even without a network.
    const others = process.platform === 'linux' ? [...addresses, '127.0.0.2'] : addresses;

    for (const address of others) {
      const refused = await fetch(`http://${address}:${server.port}/`).catch((error: unknown) => error);
      expect([address, refused]).toMatchObject([address, { cause: { code: 'ECONNREFUSED' } }]);
    }
  });

  test('a name that somebody else leads to this address is refused', async () => {
    const { server, token } = await listen();
    const ask = (host: string): Promise<number> => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      import('node:http').then(({ get }) => {
        const headers = { host, authorization: `Bearer ${token}` };
        get({ port: server.port, path: '/api/reviews', headers }, (response) =>
          resolve(response.resume().statusCode ?? 0),
        ).on('error', reject);
      }, reject);
      return promise;
    };

    expect(await ask(`localhost:${server.port}`)).toBe(200);
    expect(await ask(`evil.example:${server.port}`)).toBe(403);
    expect(await ask('127.0.0.1:1')).toBe(403);
  });
});

describe('an address', () => {
  test('whose port is taken is exchanged for a free one', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => taken.close(resolve)));
    // A listening TCP server has an address with a port.
    const { port } = taken.address() as AddressInfo;

    const { server } = await listen({ port });

    expect(server.port).not.toBe(port);
    expect(server.url).toContain(`:${server.port}/`);
  });

  test('other than loopback is told to the log', async () => {
    const warnings: string[] = [];
    const quiet = (): void => undefined;
    const logger = { debug: quiet, info: quiet, error: quiet, warn: (message: string) => void warnings.push(message) };

    const { server } = await listen({ logger }, { hostname: '0.0.0.0' });

    expect(server.isLoopback).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('from other machines')]);
  });

  test('that this machine does not have is an error that names it', async () => {
    await expect(listen({}, { hostname: '203.0.113.1' })).rejects.toThrow(/203\.0\.113\.1/);
  });
});

describe('listening', () => {
  test('is refused while it lasts, and possible again afterwards', async () => {
    const reviews = createReviewServer({ host: createReviewHost({ storage: memoryStorage() }) });
    const first = await reviews.listen();

    await expect(reviews.listen()).rejects.toMatchObject({ code: 'CONFIGURATION' });
    await first.close();
    await first.close();
    const second = await reviews.listen();
    await second.close();

    await expect(reviews(new Request('http://127.0.0.1/'))).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  test('ends by itself when nobody looks and nothing waits, and not before', async () => {
    const idle = await listen({ idleExitMs: 30 });
    const busy = await listen({ idleExitMs: 30 });
    await submit(busy.host);

    await idle.server.closed;

    expect(
      await Promise.race([
        busy.server.closed.then(() => 'closed'),
        fetch(`http://127.0.0.1:${busy.server.port}/api/x`).then(({ status }) => status),
      ]),
    ).toBe(401);
  });
});

describe('the event stream', () => {
  test('says that something changed, and nothing of what', async () => {
    const listening = await listen();
    const next = await openEvents(listening);
    const first = await next();

    await submit(listening.host);

    expect(first).toBe('retry: 1000\nevent: changed\ndata: {}\n\n');
    expect(await next()).toBe('event: changed\ndata: {}\n\n');
  });

  test('ends with the server', async () => {
    const listening = await listen();
    const next = await openEvents(listening);
    await next();

    await listening.server.close();

    expect(await next()).toBeNull();
  });

  test('without the session is not opened', async () => {
    const { server } = await listen();

    expect((await fetch(`http://127.0.0.1:${server.port}/api/events`)).status).toBe(401);
  });
});

test('every error of the package has an HTTP status that says whose fault it is', () => {
  for (const code of errorCodes) expect(httpStatus[code]).toBeGreaterThanOrEqual(400);
});
