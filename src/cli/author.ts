import { userInfo } from 'node:os';
import type { DecisionAuthor } from '../core/index.ts';

/** The account's name, as decisions and drafts show it; `null` where the system has none. */
function readAccountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    // An account without an entry in the system's list (common in containers) has no name.
    return null;
  }
}

/** Somebody with this account decides here: a person, or a program that runs under it. */
export function describeAuthor(surface: 'command' | 'terminal'): DecisionAuthor {
  return { name: readAccountName(), assurance: 'local', surface };
}

/** The name under which this account's drafts rest. */
export function readReviewerName(): string {
  return readAccountName() ?? 'reviewer';
}
