import { isRecord } from '../core/index.ts';
import type { ModelPart } from './model-parts.ts';

/** How often and how patiently a failed model call is made again. */
export interface RetryOptions {
  /** Calls beside the first. Default 2. */
  readonly maxRetries: number;
  readonly abortSignal: AbortSignal;
  /** Told before each further call. */
  readonly onRetry: (error: unknown, delayMs: number) => void;
}

const firstDelayMs = 1000;
const maxDelayMs = 60_000;

/** A model call that has begun to answer: what it said first, and the rest as it comes. */
export interface BegunCall {
  readonly head: readonly ModelPart[];
  readonly rest: AsyncGenerator<ModelPart, void, undefined>;
}

/**
 * Makes a model call again when it failed before its first part and its provider says that another try may help.
 * Once a part was given nothing is repeated: what was said stands.
 *
 * @throws the last error.
 */
export async function retryModelCall(
  call: () => AsyncGenerator<ModelPart, void, undefined>,
  options: RetryOptions,
): Promise<BegunCall> {
  for (let tries = 0; ; tries += 1) {
    const rest = call();
    const { parts, error } = await readHead(rest);
    if (error === undefined) return { head: parts, rest };
    if (tries >= options.maxRetries || !isRetryable(error) || options.abortSignal.aborted) throw error;
    const delayMs = findDelay(error, tries);
    options.onRetry(error, delayMs);
    await delay(delayMs, options.abortSignal);
  }
}

interface Head {
  readonly parts: readonly ModelPart[];
  /** Why the call failed before it said anything. */
  readonly error?: unknown;
}

/** Reads up to the first part that says something; an error part in its place is a failed call. */
async function readHead(parts: AsyncGenerator<ModelPart, void, undefined>): Promise<Head> {
  const head: ModelPart[] = [];
  try {
    for (let next = await parts.next(); next.done !== true; next = await parts.next()) {
      if (next.value.type === 'error')
        return { parts: head, error: next.value.error ?? new Error('The model failed.') };
      head.push(next.value);
      if (next.value.type !== 'response') break;
    }
    return { parts: head };
  } catch (error) {
    return { parts: head, error: error ?? new Error('The model failed.') };
  }
}

/** What the AI SDK's `APICallError` says of itself; a broken connection is one too. */
function isRetryable(error: unknown): boolean {
  if (!isRecord(error) && !(error instanceof Error)) return false;
  return Reflect.get(error, 'isRetryable') === true;
}

/** What the server asks for by `Retry-After` (or `retry-after-ms`), else twice as long at each try, with jitter. */
function findDelay(error: unknown, tries: number): number {
  const asked = readRetryAfter(error);
  if (asked !== null && asked <= maxDelayMs) return asked;
  return Math.min(maxDelayMs, firstDelayMs * 2 ** tries) * (0.75 + Math.random() / 2);
}

/** @see RFC 9110, section 10.2.3: seconds, or a date. */
function readRetryAfter(error: unknown): number | null {
  const headers: unknown = error instanceof Error ? Reflect.get(error, 'responseHeaders') : null;
  if (!isRecord(headers)) return null;
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const value = headers['retry-after'];
  if (typeof value !== 'string') return null;
  const seconds = Number(value);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function delay(ms: number, abortSignal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortSignal.reason);
    };
    const timer = setTimeout(() => {
      abortSignal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (abortSignal.aborted) stop();
    else abortSignal.addEventListener('abort', stop, { once: true });
  });
}
