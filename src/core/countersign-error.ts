const brand = Symbol.for('countersign.error');

/** Every code an error of this package can carry. Public: never renamed, never reused. */
export const errorCodes = [
  'RUN_NOT_FOUND',
  'RUN_NOT_SUSPENDED',
  'RUN_EXISTS',
  'RUN_NOT_INTERRUPTED',
  'TOOL_CALL_NOT_INTERRUPTED',
  'TOOL_CALL_NOT_SUSPENDED',
  'TOOL_CALL_AMBIGUOUS',
  'TOOL_NOT_FOUND',
  'INVALID_RESUME_DATA',
  'INVALID_INPUT',
  'ALREADY_DECIDED',
  'DECISION_NOT_UNDOABLE',
  'PLAN_CHANGED',
  'PLAN_NOT_READ',
  'PLAN_UNREADABLE',
  'WRONG_AGENT',
  'REVIEW_NOT_FOUND',
  'REVIEW_CLOSED',
  'CLAIM_LOST',
  'CONFLICT',
  'CONFIGURATION',
  'MODEL_FAILED',
  'ABORTED',
  'STORAGE_UNAVAILABLE',
  'STORAGE_VERSION',
  'STORAGE_CORRUPT',
  'STORAGE_CLOSED',
] as const;

/** A code of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/** The parent of every error this package throws on purpose. */
export abstract class CountersignError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, brand, { value: true });
  }

  /** Like `instanceof`, and still true when two copies of the package are loaded. */
  static isInstance(value: unknown): value is CountersignError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** What every error's constructor takes beside its own fields. */
export interface Cause {
  readonly cause?: unknown;
}

/** One thing that is wrong with a value, and where. */
export interface ValidationIssue {
  /** Dotted path into the value, `''` for the value itself. */
  readonly path: string;
  readonly message: string;
}

/** A value from outside does not have the shape it must have. Nothing was changed. */
export class InvalidInputError extends CountersignError {
  override readonly name = 'InvalidInputError';
  readonly code = 'INVALID_INPUT';
  readonly issues: readonly ValidationIssue[];

  constructor({ what, issues, cause }: { what: string; issues: readonly ValidationIssue[] } & Cause) {
    super(`${what} is not valid: ${describeIssues(issues)}. Nothing was changed.`, { cause });
    this.issues = issues;
  }
}

/** Something was put together wrongly by the program that uses this package. */
export class ConfigurationError extends CountersignError {
  override readonly name = 'ConfigurationError';
  readonly code = 'CONFIGURATION';

  constructor({ message, cause }: { message: string } & Cause) {
    super(message, { cause });
  }
}

/** What is wrong with a value, in one line. */
export function describeIssues(issues: readonly ValidationIssue[]): string {
  if (issues.length === 0) return 'it does not fit';
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}
