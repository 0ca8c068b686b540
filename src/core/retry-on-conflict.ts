import { CountersignError } from './countersign-error.ts';

const maxAttempts = 20;

/**
 * Runs "read, check, commit" again when another writer came between. The check of the next round then says what became
 * of it: a typed error, or that the conflict was harmless. A conflict means that somebody else got on, so there is no wait.
 *
 * @throws {ConflictError} it met another writer twenty times in a row.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (count >= maxAttempts || !isConflict(error)) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  return CountersignError.isInstance(error) && error.code === 'CONFLICT';
}
