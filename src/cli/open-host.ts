import { existsSync } from 'node:fs';
import type { PlanFolder } from '../core/index.ts';
import type { ReviewHost } from '../review/index.ts';
import { createStateFolder, type Project } from './project.ts';

/** A project's review host, open. */
export interface OpenHost {
  readonly host: ReviewHost;
  readonly planFolder: PlanFolder;
}

/**
 * Opens the project's database, made when there is none, and lends the host over it. Closed when the work is over.
 *
 * @throws {StorageUnavailableError | StorageVersionError | StorageCorruptError} the database cannot be used.
 */
export async function withHost<T>(project: Project, work: (open: OpenHost) => Promise<T>): Promise<T> {
  createStateFolder(project);
  const [{ sqliteStorage }, { planFolder }, { createReviewHost }] = await Promise.all([
    import('../storage/index.ts'),
    import('../plans/index.ts'),
    import('../review/index.ts'),
  ]);
  const storage = sqliteStorage({ path: project.databaseFile });
  try {
    const folder = planFolder({ root: project.folder });
    return await work({ host: createReviewHost({ storage, planFolder: folder }), planFolder: folder });
  } finally {
    await storage.close();
  }
}

/** The same for commands that only read: a project without a database gets `none` instead, and no folder. */
export async function withExistingHost<T>(
  project: Project,
  none: () => T,
  work: (open: OpenHost) => Promise<T>,
): Promise<T> {
  return existsSync(project.databaseFile) ? withHost(project, work) : none();
}
