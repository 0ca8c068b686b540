import type { ErrorCode } from '../core/index.ts';
import type { DoorCode } from './wire.ts';

/** The HTTP status of every error this package throws on purpose. */
export const httpStatus: Readonly<Record<ErrorCode, number>> = {
  RUN_NOT_FOUND: 404,
  RUN_NOT_SUSPENDED: 409,
  RUN_EXISTS: 409,
  TOOL_CALL_NOT_SUSPENDED: 409,
  TOOL_CALL_AMBIGUOUS: 409,
  TOOL_NOT_FOUND: 409,
  INVALID_RESUME_DATA: 400,
  INVALID_INPUT: 400,
  ALREADY_DECIDED: 409,
  DECISION_NOT_UNDOABLE: 409,
  PLAN_CHANGED: 409,
  PLAN_NOT_READ: 409,
  PLAN_UNREADABLE: 422,
  WRONG_AGENT: 409,
  REVIEW_NOT_FOUND: 404,
  REVIEW_CLOSED: 409,
  CLAIM_LOST: 409,
  CONFLICT: 409,
  CONFIGURATION: 500,
  MODEL_FAILED: 502,
  ABORTED: 409,
  STORAGE_UNAVAILABLE: 503,
  STORAGE_VERSION: 500,
  STORAGE_CORRUPT: 500,
  STORAGE_CLOSED: 503,
};

/** The HTTP status of every refusal that the door gives by itself. */
export const doorStatus: Readonly<Record<DoorCode, number>> = {
  HOST_NOT_ALLOWED: 403,
  ORIGIN_NOT_ALLOWED: 403,
  NOT_SIGNED_IN: 401,
  WRONG_TOKEN: 401,
  HEADER_MISSING: 403,
  JSON_ONLY: 415,
  INVALID_JSON: 400,
  BODY_TOO_LARGE: 413,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAGE_NOT_BUILT: 503,
  INTERNAL: 500,
};
