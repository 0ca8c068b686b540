import { Hono } from 'hono';
import * as v from 'valibot';
import type { AccessKey } from './access.ts';
import { refuse } from './answer-error.ts';
import { readJsonBody } from './read-json-body.ts';
import type { RouteEnv } from './review-routes.ts';

const signInSchema = v.strictObject({ token: v.string() });

/** Exchanges the token of the page's address for a session cookie that no script can read. */
export function createSessionRoute(
  key: AccessKey,
  { basePath, maxBodyBytes }: { readonly basePath: string; readonly maxBodyBytes: number },
): Hono<RouteEnv> {
  return new Hono<RouteEnv>().post('/', async (c) => {
    const body = await readJsonBody(c.req.raw, signInSchema, { maxBytes: maxBodyBytes, what: 'The sign-in' });
    if ('refusal' in body) return body.refusal;
    if (!key.isToken(body.value.token)) {
      return refuse(
        'WRONG_TOKEN',
        'This is not the token of this server. Open the address that the command printed last.',
      );
    }
    const isSecure = new URL(c.req.url).protocol === 'https:';
    return new Response(null, {
      status: 204,
      headers: { 'set-cookie': key.toCookie({ path: `${basePath}/`, isSecure }) },
    });
  });
}
