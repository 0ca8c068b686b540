import { stat } from 'node:fs/promises';
import { PlanChangedError, type PlanFolder, type PlanSnapshot, type ReviewRecord } from '../core/index.ts';
import { planFolder } from '../plans/index.ts';
import { hasCode } from './has-code.ts';
import type { HostContext } from './host-context.ts';
import type { PlanFileState } from './review-host.ts';

/** What stands in a plan's file now. */
export interface PlanFileLook {
  readonly state: PlanFileState;
  /** SHA-256 of the bytes there now; `null` where there are none to see. */
  readonly sha256: string | null;
}

/**
 * The folder through which this host sees a review's file: the one it was read from, else the host's own.
 *
 * @returns `null` for a plan without a file, and where this host sees no folder at all.
 */
export async function openPlanFolder(context: HostContext, review: ReviewRecord): Promise<PlanFolder | null> {
  const own = context.planFolder;
  if (review.root === null) return review.planSha256 === null ? own : null;
  if (own?.root === review.root) return own;
  if (!(await isFolder(review.root))) return own;
  // A plan that was once read under a larger limit stays readable here.
  const maxBytes = Math.max(own?.maxBytes ?? 0, review.planBytes ?? 0);
  const opened = planFolder({ root: review.root });
  return maxBytes > opened.maxBytes ? planFolder({ root: review.root, maxBytes }) : opened;
}

/** Compares a plan's file, as it is now, with the bytes under review. */
export async function inspectPlanFile(context: HostContext, review: ReviewRecord): Promise<PlanFileLook> {
  const folder = await openPlanFolder(context, review);
  if (folder === null) return { state: 'unseen', sha256: null };
  const found = await readIfReadable(folder, review.path);
  if (found === null) return { state: 'missing', sha256: null };
  if (review.planSha256 === null) return { state: 'unseen', sha256: found.planSha256 };
  return { state: found.planSha256 === review.planSha256 ? 'same' : 'changed', sha256: found.planSha256 };
}

/** The plan in that file; `null` when it is gone or can no longer be read as one. */
export async function readIfReadable(folder: PlanFolder, path: string): Promise<PlanSnapshot | null> {
  try {
    return await folder.read(path);
  } catch (error) {
    if (hasCode(error, ['PLAN_UNREADABLE'])) return null;
    throw error;
  }
}

/**
 * Makes sure that an approval is about what stands in the file now, where this host can see it.
 *
 * @throws {PlanChangedError} the file differs from what was reviewed, or is gone.
 */
export async function assertFileUnchanged(context: HostContext, review: ReviewRecord): Promise<void> {
  if (review.planSha256 === null) return;
  const { state, sha256 } = await inspectPlanFile(context, review);
  if (state === 'same' || state === 'unseen') return;
  throw new PlanChangedError({ path: review.path, reviewedSha256: review.planSha256, foundSha256: sha256 });
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
