import { userInfo } from 'node:os';
import { Hono, type MiddlewareHandler } from 'hono';
import { ConfigurationError, type Logger } from '../core/index.ts';
import type { ReviewHost } from '../review/index.ts';
import {
  type AccessKey,
  type Caller,
  createAccessKey,
  refuseCarelessWrite,
  refuseForeign,
  refuseHost,
} from './access.ts';
import { answerError, refuse } from './answer-error.ts';
import { EventStreams } from './event-streams.ts';
import { createHostNames } from './host-names.ts';
import { type ListeningServer, type ListenOptions, startListening } from './listen.ts';
import { createPageRoutes } from './page-routes.ts';
import { createPlanRenderer } from './plan-renderer.ts';
import { createReviewRoutes, type RouteEnv } from './review-routes.ts';
import { secureResponse } from './security-headers.ts';
import { createSessionRoute } from './session-route.ts';

/** Options of {@link createReviewServer}. */
export interface ReviewServerOptions {
  readonly host: ReviewHost;
  /** The secret of this server: at least 32 characters. Default: 256 random bits. */
  readonly token?: string | undefined;
  /** Where `listen()` listens. Default: a free port of 127.0.0.1. */
  readonly port?: number | undefined;
  readonly hostname?: string | undefined;
  /** Host names, with or without a port, by which browsers may reach this server beside those of `listen()`. Needed when it is mounted. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The path below which it is mounted, for example `/reviews`. Default: the root. */
  readonly basePath?: string | undefined;
  /** Who reviews here, as decisions and drafts name them. Default: the name of the account. */
  readonly reviewer?: string | undefined;
  /** How long a decision made here can be undone, in milliseconds, 0 to 30,000. Default 5,000. */
  readonly holdMs?: number | undefined;
  /** The largest body it reads. Default 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** A listening server without an open page closes itself when no plan has waited for so long. Default: never. */
  readonly idleExitMs?: number | undefined;
  /** The folder of the built page. Default: the package's own. */
  readonly pageFolder?: string | undefined;
  readonly logger?: Logger | undefined;
  readonly now?: (() => Date) | undefined;
}

/**
 * The review page and its JSON interface. It is a request handler itself: mount it with
 * `app.all('/reviews/*', (c) => server(c.req.raw))` in Hono, or `export { server as GET, server as POST, server as PUT }` in Next.
 */
export interface ReviewServer {
  /** @throws {ConfigurationError} it neither listens nor was given `allowedHosts`. */
  (request: Request): Promise<Response>;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Programs send it as `Authorization: Bearer <token>`. */
  readonly token: string;
  /**
   * Listens; a taken port is exchanged for a free one.
   *
   * @throws {ConfigurationError} it listens already, or the address cannot be listened on.
   */
  listen(options?: ListenOptions): Promise<ListeningServer>;
}

/**
 * Serves the review page for one host.
 *
 * @throws {ConfigurationError} an option is out of its range.
 */
export function createReviewServer(options: ReviewServerOptions): ReviewServer {
  const key = createAccessKey(options.token);
  const names = createHostNames(options.allowedHosts ?? []);
  const streams = new EventStreams(options.host);
  const basePath = checkBasePath(options.basePath ?? '');
  const app = createApp(options, { key, streams, basePath });

  const handle = async (request: Request): Promise<Response> => {
    if (names.isEmpty) {
      throw new ConfigurationError({
        message:
          'A mounted review server needs `allowedHosts`: the host names by which browsers reach it, for example ["reviews.example.com"]. Or call listen().',
      });
    }
    return secureResponse(refuseHost(request, names.isAllowed) ?? (await app.fetch(request)));
  };
  let isListening = false;
  const listen = async (given: ListenOptions = {}): Promise<ListeningServer> => {
    if (isListening)
      throw new ConfigurationError({
        message: 'This review server listens already. Close it first, or create another one.',
      });
    isListening = true;
    const listening = startListening(handle, {
      port: given.port ?? options.port ?? 0,
      hostname: given.hostname ?? options.hostname ?? '127.0.0.1',
      idleExitMs: options.idleExitMs,
      basePath,
      token: key.token,
      host: options.host,
      logger: options.logger,
      streams,
      names,
    });
    const end = (): void => {
      isListening = false;
    };
    listening.then(({ closed }) => closed).then(end, end);
    return listening;
  };
  return Object.assign(handle, { fetch: handle, token: key.token, listen });
}

interface AppParts {
  readonly key: AccessKey;
  readonly streams: EventStreams;
  readonly basePath: string;
}

function createApp(options: ReviewServerOptions, { key, streams, basePath }: AppParts): Hono<RouteEnv> {
  const maxBodyBytes = options.maxBodyBytes ?? 1024 * 1024;
  const api = new Hono<RouteEnv>();
  api.route('/session', createSessionRoute(key, { basePath, maxBodyBytes }));
  api.get('/events', (c) => streams.open(c.req.raw));
  api.route(
    '/reviews',
    createReviewRoutes({
      host: options.host,
      renderer: createPlanRenderer(),
      reviewer: options.reviewer ?? readAccountName(),
      holdMs: checkHold(options.holdMs ?? 5000),
      maxBodyBytes,
      now: options.now ?? (() => new Date()),
    }),
  );
  refuseOtherMethods(api);

  const app = new Hono<RouteEnv>();
  app.onError((error) => answerError(error, options.logger));
  app.notFound(refuseUnknown);
  app.use(`${basePath}/api/*`, createGate(key, `${basePath}/api/session`));
  app.route(`${basePath}/api`, api);
  app.all(`${basePath}/api/*`, refuseUnknown);
  app.route('/', createPageRoutes({ basePath, folder: options.pageFolder }));
  return app;
}

/** Lets through to the routes only whom it knows, and only what no other web page could have sent. */
function createGate(key: AccessKey, signInPath: string): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const request = c.req.raw;
    const caller = key.findCaller(request);
    const isSigningIn = c.req.path === signInPath;
    const refusal =
      refuseForeign(request) ?? (isSigningIn ? null : refuseStranger(caller)) ?? refuseWrite(request, caller);
    if (refusal !== null) return refusal;
    if (caller !== null) c.set('caller', caller);
    return next();
  };
}

function refuseWrite(request: Request, caller: Caller | null): Response | null {
  return request.method === 'GET' ? null : refuseCarelessWrite(request, caller);
}

function refuseStranger(caller: Caller | null): Response | null {
  if (caller !== null) return null;
  const message =
    'Open the address that the command printed: it signs this browser in. Programs send `Authorization: Bearer <token>`.';
  return refuse('NOT_SIGNED_IN', message, { 'www-authenticate': 'Bearer' });
}

function refuseUnknown(): Response {
  return refuse('NOT_FOUND', 'There is nothing at this address.');
}

/** Answers a known path with an unknown method by the methods it has. */
function refuseOtherMethods(api: Hono<RouteEnv>): void {
  const methods = Map.groupBy(api.routes, (route) => route.path);
  for (const [path, routes] of methods) {
    const allow = routes.map((route) => route.method).join(', ');
    api.all(path, () => refuse('METHOD_NOT_ALLOWED', `This address takes ${allow}.`, { allow }));
  }
}

function checkBasePath(basePath: string): string {
  const trimmed = basePath.replace(/\/+$/, '');
  if (trimmed === '' || /^(\/[A-Za-z0-9._~-]+)+$/.test(trimmed)) return trimmed;
  throw new ConfigurationError({ message: `\`basePath\` must be a path such as "/reviews", not "${basePath}".` });
}

function checkHold(holdMs: number): number {
  if (Number.isInteger(holdMs) && holdMs >= 0 && holdMs <= 30_000) return holdMs;
  throw new ConfigurationError({ message: `\`holdMs\` must be a whole number from 0 to 30000, not ${holdMs}.` });
}

function readAccountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'reviewer'; // Some containers run under an account that has no name.
  }
}
