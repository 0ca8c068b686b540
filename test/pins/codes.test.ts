import { doorStatus, httpStatus } from 'countersign/web';
import { expect, expectTypeOf, test } from 'vitest';
import { errorExitCodes, exitCodes, outcomeExitCodes } from '../../src/cli/exit-codes.ts';
import type { Chunk, ChunkType, ErrorCode, RunStatus } from '../../src/core/index.ts';
import { errorCodes } from '../../src/core/index.ts';

/** Every error code, with the exit code of a command that meets it and the HTTP status of an answer that carries it. */
const codes = {
  RUN_NOT_FOUND: [1, 404],
  RUN_NOT_SUSPENDED: [1, 409],
  RUN_EXISTS: [1, 409],
  RUN_NOT_INTERRUPTED: [1, 409],
  TOOL_CALL_NOT_INTERRUPTED: [1, 409],
  TOOL_CALL_NOT_SUSPENDED: [1, 409],
  TOOL_CALL_AMBIGUOUS: [1, 409],
  TOOL_NOT_FOUND: [1, 409],
  INVALID_RESUME_DATA: [64, 400],
  INVALID_INPUT: [64, 400],
  ALREADY_DECIDED: [1, 409],
  DECISION_NOT_UNDOABLE: [1, 409],
  PLAN_CHANGED: [1, 409],
  PLAN_NOT_READ: [1, 409],
  PLAN_UNREADABLE: [1, 422],
  WRONG_AGENT: [1, 409],
  REVIEW_NOT_FOUND: [1, 404],
  REVIEW_CLOSED: [1, 409],
  CLAIM_LOST: [1, 409],
  CONFLICT: [1, 409],
  CONFIGURATION: [1, 500],
  MODEL_FAILED: [1, 502],
  ABORTED: [4, 409],
  STORAGE_UNAVAILABLE: [1, 503],
  STORAGE_VERSION: [1, 500],
  STORAGE_CORRUPT: [1, 500],
  STORAGE_CLOSED: [1, 503],
} as const;

test('errors carry these codes', () => {
  expect([...errorCodes]).toEqual(Object.keys(codes));
  expectTypeOf<ErrorCode>().toEqualTypeOf<keyof typeof codes>();
});

test('commands answer every code with this exit code', () => {
  expect(errorExitCodes).toEqual(Object.fromEntries(Object.entries(codes).map(([code, [exit]]) => [code, exit])));
});

test('HTTP answers every code with this status', () => {
  expect(httpStatus).toEqual(Object.fromEntries(Object.entries(codes).map(([code, [, status]]) => [code, status])));
});

test('the door refuses with these codes of its own', () => {
  expect(doorStatus).toEqual({
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
  });
});

test('review and wait exit with the outcome', () => {
  expect(outcomeExitCodes).toEqual({
    approved: 0,
    rejected: 2,
    stopped: 3,
    aborted: 3,
    waiting: 4,
    changed: 5,
    expired: 6,
  });
  expect(exitCodes).toEqual({ done: 0, failed: 1, usage: 64 });
});

test('chunks and runs have these tags', () => {
  expectTypeOf<ChunkType>().toEqualTypeOf<
    | 'start'
    | 'step-start'
    | 'text-start'
    | 'text-delta'
    | 'text-end'
    | 'reasoning-start'
    | 'reasoning-delta'
    | 'reasoning-end'
    | 'file'
    | 'source'
    | 'tool-call-input-streaming-start'
    | 'tool-call-delta'
    | 'tool-call-input-streaming-end'
    | 'tool-call'
    | 'tool-call-approval'
    | 'tool-call-suspended'
    | 'tool-result'
    | 'tool-error'
    | 'tool-output-denied'
    | 'step-finish'
    | 'finish'
    | 'error'
    | 'abort'
  >();
  expectTypeOf<Chunk['from']>().toEqualTypeOf<'AGENT'>();
  expectTypeOf<RunStatus>().toEqualTypeOf<
    'running' | 'suspended' | 'finished' | 'failed' | 'aborted' | 'interrupted'
  >();
});
