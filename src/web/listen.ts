import { createServer, type Server } from 'node:http';
import { ConfigurationError, type Logger } from '../core/index.ts';
import type { ReviewHost } from '../review/index.ts';
import type { EventStreams } from './event-streams.ts';
import { type HostNames, isLoopback, isWildcard, toUrlHost } from './host-names.ts';

/** Where to listen. */
export interface ListenOptions {
  /** 0: any free one. A taken port is exchanged for a free one. */
  readonly port?: number | undefined;
  /** Default `127.0.0.1`. Another address than loopback lets other machines in; say so to the person. */
  readonly hostname?: string | undefined;
}

/** A server that listens. */
export interface ListeningServer {
  /** Signs a browser in: the token stands in the fragment, which no browser sends or logs. */
  readonly url: string;
  /** The same, opened on one review. */
  urlOf(reviewId: string): string;
  readonly port: number;
  readonly hostname: string;
  /** Whether only this machine reaches it. */
  readonly isLoopback: boolean;
  /** Ends the open pages' streams and stops listening. Closing twice is allowed. */
  close(): Promise<void>;
  /** Settles once it is closed, by `close()` or because it was idle. */
  readonly closed: Promise<void>;
}

/** What {@link startListening} needs beside the handler. */
export interface ListenContext {
  readonly port: number;
  readonly hostname: string;
  readonly idleExitMs: number | undefined;
  readonly basePath: string;
  readonly token: string;
  readonly host: Pick<ReviewHost, 'list'>;
  readonly logger: Logger | undefined;
  readonly streams: EventStreams;
  readonly names: HostNames;
}

/** Listens on the asked port, or on a free one when that is taken. */
export async function startListening(
  handle: (request: Request) => Promise<Response>,
  context: ListenContext,
): Promise<ListeningServer> {
  const { hostname, names, streams, logger } = context;
  const server = await openServer(handle, context);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : context.port;
  names.addListening({ hostname, port });
  if (!isLoopback(hostname)) {
    logger?.warn('The review page can be reached from other machines, over plain HTTP', { hostname, port });
  }

  const closed = Promise.withResolvers<void>();
  const close = (): Promise<void> => {
    stopWatch();
    streams.closeAll();
    names.removeListening();
    closeServer(server, () => closed.resolve());
    return closed.promise;
  };
  const stopWatch = watchIdle(context, close);

  const base = `http://${toUrlHost(isWildcard(hostname) ? '127.0.0.1' : hostname)}:${port}${context.basePath}/#token=${context.token}`;
  return {
    url: base,
    urlOf: (reviewId) => `${base}&review=${encodeURIComponent(reviewId)}`,
    port,
    hostname,
    isLoopback: isLoopback(hostname),
    close,
    closed: closed.promise,
  };
}

const closeGraceMs = 500;

/** Lets answers that are under way reach their readers, and waits for nobody who keeps a connection open. */
function closeServer(server: Server, onClosed: () => void): void {
  const sweep = setInterval(() => server.closeIdleConnections(), 10);
  const end = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  server.close(() => {
    clearInterval(sweep);
    clearTimeout(end);
    onClosed();
  });
}

async function openServer(
  handle: (request: Request) => Promise<Response>,
  { port, hostname, logger }: Pick<ListenContext, 'port' | 'hostname' | 'logger'>,
): Promise<Server> {
  const { getRequestListener } = await import('@hono/node-server');
  const listener = getRequestListener(handle, { overrideGlobalObjects: false });
  const open = (wanted: number): Promise<Server> => {
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    const { promise, resolve, reject } = Promise.withResolvers<Server>();
    server.once('error', reject);
    server.listen(wanted, hostname, () => resolve(server.off('error', reject)));
    return promise;
  };
  try {
    return await open(port);
  } catch (error) {
    if (port !== 0 && isCode(error, 'EADDRINUSE')) {
      logger?.info('The port is taken; another one is used', { port });
      return open(0);
    }
    throw new ConfigurationError({
      message: `The review page cannot listen on ${hostname}:${port}. Choose another address or port.`,
      cause: error,
    });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Closes a server on which nobody looks and nothing waits. A waiting plan keeps it open. @returns a function that ends it. */
function watchIdle({ idleExitMs, host, streams }: ListenContext, close: () => Promise<void>): () => void {
  if (idleExitMs === undefined) return () => undefined;
  let idleSince = Date.now();
  const look = async (): Promise<void> => {
    const isBusy = streams.count > 0 || (await host.list({ perPage: 1 })).total > 0;
    if (isBusy) idleSince = Date.now();
    else if (Date.now() - idleSince >= idleExitMs) await close();
  };
  const stay = (): void => {
    idleSince = Date.now(); // Whether something waits is not known.
  };
  const timer = setInterval(() => void look().catch(stay), Math.max(10, idleExitMs / 4));
  timer.unref();
  return () => clearInterval(timer);
}
