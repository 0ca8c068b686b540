import type { DeliveredLeg, DueDelivery, Logger, PlanFolder, Storage } from '../core/index.ts';

/** What every part of a host works with, defaults filled in. */
export interface HostContext {
  readonly storage: Storage;
  readonly planFolder: PlanFolder | null;
  /** How long a decision is held when its caller does not say. */
  readonly holdMs: number;
  /** The longest time between two looks without being told of a change. */
  readonly pollMs: number;
  /** The wait after the first failed delivery; it doubles with each further one. */
  readonly retryMs: number;
  readonly logger: Logger;
  readonly onDelivered: (leg: DeliveredLeg, due: DueDelivery) => void;
  /** ISO 8601, UTC, in the one form that sorts as text. */
  readonly now: () => string;
  readonly generateId: () => string;
}

/** Milliseconds from now until that time; negative when it has passed. */
export function msUntil(context: HostContext, time: string): number {
  return Date.parse(time) - Date.parse(context.now());
}

/** The time that many milliseconds after another. */
export function addMs(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString();
}
