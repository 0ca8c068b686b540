import type { Decision } from '../../core/index.ts';
import type { DiffView, ErrorBody, ReviewItem, ReviewList, ReviewUpdate, ReviewView, WireDraft } from '../wire.ts';

/** Why a request gave nothing: what the server said, or that it did not answer. */
export type Failure = ErrorBody['error'] | { readonly code: 'UNREACHABLE'; readonly message: string };

/** An answer, or why there is none. */
export type Answer<T> =
  | { readonly isOk: true; readonly value: T }
  | { readonly isOk: false; readonly failure: Failure };

/** What the page asks of its server. Nothing here throws. */
export interface Api {
  /** Where the page hears that something changed. */
  readonly eventsUrl: string;
  signIn(token: string): Promise<Answer<null>>;
  list(): Promise<Answer<ReviewList>>;
  /** @param known - the digest of the text that is here already: it is not sent again. */
  get(reviewId: string, known: string | null): Promise<Answer<ReviewView | ReviewUpdate>>;
  diff(reviewId: string, baseId: string | null): Promise<Answer<DiffView>>;
  preview(reviewId: string, decision: Decision): Promise<Answer<{ readonly text: string }>>;
  decide(reviewId: string, decision: Decision): Promise<Answer<ReviewItem>>;
  undo(reviewId: string): Promise<Answer<ReviewItem>>;
  reread(reviewId: string): Promise<Answer<ReviewItem>>;
  /** @param isLast - the page is being left: the request outlives it. */
  saveDraft(reviewId: string, text: string, isLast: boolean): Promise<Answer<{ readonly draft: WireDraft | null }>>;
}

/** @param base - the address of the page, which ends in a slash. */
export function createApi(base: string): Api {
  const toUrl = (path: string): string => new URL(`api/${path}`, base).href;
  const reviewUrl = (id: string, rest = ''): string => toUrl(`reviews/${encodeURIComponent(id)}${rest}`);
  const write = <T>(url: string, body: unknown, init: RequestInit = {}): Promise<Answer<T>> => {
    const headers = { 'content-type': 'application/json', 'x-countersign': '1' };
    return request<T>(url, { method: 'POST', headers, body: JSON.stringify(body), ...init });
  };
  return {
    eventsUrl: toUrl('events'),
    signIn: (token) => write(toUrl('session'), { token }),
    list: () => request(toUrl('reviews')),
    get: (id, known) => request(reviewUrl(id, known === null ? '' : `?known=${known}`)),
    diff: (id, baseId) =>
      request(reviewUrl(id, baseId === null ? '/diff' : `/diff?base=${encodeURIComponent(baseId)}`)),
    preview: (id, decision) => write(reviewUrl(id, '/preview'), decision),
    decide: (id, decision) => write(reviewUrl(id, '/decision'), decision),
    undo: (id) => write(reviewUrl(id, '/undo'), {}),
    reread: (id) => write(reviewUrl(id, '/reread'), {}),
    saveDraft: (id, text, isLast) => write(reviewUrl(id, '/draft'), { text }, { method: 'PUT', keepalive: isLast }),
  };
}

async function request<T>(url: string, init: RequestInit = {}): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', redirect: 'error' });
    const body: unknown = response.status === 204 ? null : await response.json();
    // Both ends of this conversation are built together from the types in wire.ts.
    return response.ok ? { isOk: true, value: body as T } : { isOk: false, failure: (body as ErrorBody).error };
  } catch (error) {
    return {
      isOk: false,
      failure: { code: 'UNREACHABLE', message: error instanceof Error ? error.message : String(error) },
    };
  }
}
