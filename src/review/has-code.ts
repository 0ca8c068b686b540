import { CountersignError, type ErrorCode } from '../core/index.ts';

/** Whether an error is one of ours with one of these codes. */
export function hasCode(error: unknown, codes: readonly ErrorCode[]): error is CountersignError {
  return CountersignError.isInstance(error) && codes.includes(error.code);
}

/** An error as a delivery keeps it: its code and its message. */
export function describeError(error: unknown): string {
  if (CountersignError.isInstance(error)) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
