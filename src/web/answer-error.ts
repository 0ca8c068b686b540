import { CountersignError, type Logger } from '../core/index.ts';
import { doorStatus, httpStatus } from './http-status.ts';
import type { DoorCode } from './wire.ts';

/** A JSON answer. */
export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers });
}

/** A refusal by the door itself. */
export function refuse(code: DoorCode, message: string, headers: Record<string, string> = {}): Response {
  return answerJson({ error: { code, message } }, doorStatus[code], headers);
}

/**
 * The answer to an error: the code, the message and the error's own fields. An error that nobody threw on purpose says
 * nothing of its inside; it goes to the log.
 */
export function answerError(error: unknown, logger: Logger | undefined): Response {
  if (!CountersignError.isInstance(error)) {
    logger?.error('A request to the review page failed', { error });
    return refuse(
      'INTERNAL',
      "Something went wrong inside the review server. Nothing is known to have changed; the server's log says more.",
    );
  }
  const status = httpStatus[error.code];
  if (status >= 500) logger?.error(error.message, { code: error.code });
  const { name: _name, ...fields } = { ...error };
  return answerJson({ error: { ...fields, code: error.code, message: error.message } }, status);
}
