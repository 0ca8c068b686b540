import type { PlanUnreadableReason } from '../core/index.ts';

/** Why a file cannot be read as a plan. */
export interface FileFailure {
  readonly reason: PlanUnreadableReason;
  readonly detail: string;
  readonly cause?: unknown;
}

/** Whether an error of the file system has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** Whether an error says that the file is not there. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

/** An error of the file system in a few words. */
export function describeError(error: unknown): string {
  if (hasCode(error, 'EACCES', 'EPERM')) return 'this account may not read it';
  if (hasCode(error, 'ELOOP')) return 'its symbolic links go round in a circle';
  return error instanceof Error && 'code' in error ? `the file system answers ${String(error.code)}` : String(error);
}

/** What a failed file operation means for a plan, and what to do. */
export function toFileFailure(error: unknown): FileFailure {
  if (isMissing(error)) {
    return { reason: 'missing', detail: 'there is no such file. Write the plan first, or correct the path.' };
  }
  if (hasCode(error, 'ENAMETOOLONG')) {
    return { reason: 'bad-path', detail: 'its path is too long. Give the file a shorter name.' };
  }
  const detail = `${describeError(error)}. Make the file readable and submit it again.`;
  return { reason: 'unreadable', detail, cause: error };
}
