import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ConfigurationError } from '../core/index.ts';
import { refuse } from './answer-error.ts';

/** The header that every write carries: a form on another page cannot send it. */
const writeHeader = 'x-countersign';

/** Whom a request comes from: the page with its session, or a program with the token. */
export type Caller = 'page' | 'program';

/** The secret of one server, and how it is compared. */
export interface AccessKey {
  readonly token: string;
  isToken(candidate: string): boolean;
  /** The `Set-Cookie` value that signs a browser in. */
  toCookie(options: { readonly path: string; readonly isSecure: boolean }): string;
  /** Who sent this request; `null` when it carries neither session nor token. */
  findCaller(request: Request): Caller | null;
}

const minTokenLength = 32;

/**
 * Makes the key of one server.
 *
 * The session cookie is derived from the token, so it holds as long as the token does, also over a restart; its name is
 * too, because browsers send the cookies of one host to all of its ports.
 *
 * @param given - a token of at least 32 characters; default: 256 random bits.
 * @throws {ConfigurationError} the token is too short, or holds characters that an address cannot carry.
 */
export function createAccessKey(given?: string): AccessKey {
  const token = given ?? randomBytes(32).toString('base64url');
  if (token.length < minTokenLength || !/^[A-Za-z0-9._~-]+$/.test(token)) {
    throw new ConfigurationError({
      message: `The token of the review server must have at least ${minTokenLength} of the characters A-Z a-z 0-9 . _ ~ -. Leave it out to get a random one.`,
    });
  }
  const cookieName = `countersign-${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;
  const session = createHmac('sha256', token).update('countersign session 1').digest('base64url');

  return {
    token,
    isToken: (candidate) => isSameSecret(candidate, token),
    toCookie: ({ path, isSecure }) =>
      `${cookieName}=${session}; Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    findCaller(request) {
      const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
      if (bearer !== undefined) return isSameSecret(bearer, token) ? 'program' : null;
      const cookie = readCookie(request, cookieName);
      return cookie !== null && isSameSecret(cookie, session) ? 'page' : null;
    },
  };
}

/** Compares two secrets in a time that tells nothing about them, not even their lengths. */
function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function readCookie(request: Request, name: string): string | null {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}

/** The host a request names, in lower case, with its port where it names one. */
function readHost(request: Request): string {
  return (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();
}

/**
 * Refuses a request that names a host this server does not go by, as one does that a name server of somebody else led here.
 *
 * @returns the refusal, or `null` when the request may go on.
 */
export function refuseHost(request: Request, isAllowedHost: (host: string) => boolean): Response | null {
  if (isAllowedHost(readHost(request))) return null;
  return refuse(
    'HOST_NOT_ALLOWED',
    'This server does not go by the host name of this request. Open the address that the command printed, or add the name to `allowedHosts`.',
  );
}

/**
 * Refuses a request that another web page could have caused.
 *
 * @returns the refusal, or `null` when the request may go on.
 */
export function refuseForeign(request: Request): Response | null {
  const refusal = refuse('ORIGIN_NOT_ALLOWED', 'Requests from other web pages are refused.');
  const origin = request.headers.get('origin');
  if (origin !== null && !isOriginOf(origin, readHost(request))) return refusal;
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none' ? null : refusal;
}

/**
 * Refuses a write that a form, an image or a script of another page could have sent: it needs JSON, our own header and,
 * from a browser, an `Origin`.
 *
 * @param caller - `null` for a browser that signs in.
 * @returns the refusal, or `null` when the request may go on.
 */
export function refuseCarelessWrite(request: Request, caller: Caller | null): Response | null {
  if (request.headers.get(writeHeader) !== '1') {
    return refuse('HEADER_MISSING', `Send the header \`${writeHeader}: 1\` with every write.`);
  }
  if (caller !== 'program' && request.headers.get('origin') === null) {
    return refuse(
      'ORIGIN_NOT_ALLOWED',
      'A write from a browser must say its origin. Programs send `Authorization: Bearer` instead.',
    );
  }
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/json' ? null : refuse('JSON_ONLY', 'Only `application/json` is taken here.');
}

function isOriginOf(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return withPort(url.host, url.protocol) === withPort(host, url.protocol);
}

function withPort(host: string, protocol: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${protocol === 'https:' ? '443' : '80'}`;
}
