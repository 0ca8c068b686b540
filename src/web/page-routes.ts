import { Hono } from 'hono';
import { refuse } from './answer-error.ts';
import { type PageFile, readPageFiles } from './page-files.ts';
import type { RouteEnv } from './review-routes.ts';

/** Serves the files of the page. They hold no plan and no secret, so they need no session. */
export function createPageRoutes({
  basePath,
  folder,
}: {
  readonly basePath: string;
  readonly folder: string | undefined;
}): Hono<RouteEnv> {
  let reading: Promise<ReadonlyMap<string, PageFile>> | null = null;
  const routes = new Hono<RouteEnv>();

  if (basePath !== '') {
    // Without its slash the page would look for its own files one level too high.
    routes.get(basePath, () => new Response(null, { status: 308, headers: { location: `${basePath}/` } }));
  }
  routes.get(`${basePath}/*`, async (c) => {
    reading ??= readPageFiles(folder);
    const files = await reading;
    if (files.size === 0) {
      reading = null;
      return refuse('PAGE_NOT_BUILT', 'The review page is not built. In a clone of the repository: npm run build.');
    }
    const name = c.req.path.slice(basePath.length + 1);
    const file = files.get(name === '' ? 'index.html' : name);
    return file === undefined ? c.notFound() : toResponse(file);
  });
  return routes;
}

function toResponse({ bytes, type, isImmutable }: PageFile): Response {
  const cacheControl = isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  return new Response(bytes, { headers: { 'content-type': type, 'cache-control': cacheControl } });
}
