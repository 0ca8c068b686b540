import type { DecisionRecord, DeliveryRecord, ReviewRecord } from './review.ts';

/** A decision on its way to the agent that waits for it. */
export interface DueDelivery {
  readonly review: ReviewRecord;
  readonly decision: DecisionRecord;
  readonly delivery: DeliveryRecord;
}

/** What came of a delivery. */
export interface DeliveredLeg {
  readonly runId: string;
  /** Settles when the run ends or rests again; never rejects. */
  readonly settled: Promise<{ readonly status: 'suspended' | 'success' | 'failed' | 'canceled' }>;
}

/**
 * The port through which the review host continues an agent: ours, a controller's, or another framework's through an adapter.
 */
export interface ResumableAgent {
  /** Deliveries that name this id come here. */
  readonly id: string;
  /**
   * Claims the run, settles the plan's call, marks the delivery as delivered in one transaction, and lets the run go on.
   *
   * @throws {PlanChangedError} the plan's file changed since the approval; the delivery was marked `refused`.
   * @throws {CountersignError} it cannot be delivered now; it stays pending.
   */
  deliver(due: DueDelivery): Promise<DeliveredLeg>;
  /** Takes up the runs whose process died, and continues those that can go on by themselves. */
  recover(): Promise<readonly DeliveredLeg[]>;
}

/** Reads plan files below one folder, and nothing else. */
export interface PlanFolder {
  /** Absolute. */
  readonly root: string;
  /** The largest plan it reads, in bytes. */
  readonly maxBytes: number;
  /**
   * Reads a plan's bytes as they are now.
   *
   * @param path - relative to the root, or absolute inside it.
   * @throws {PlanUnreadableError} with the path, the root and the reason.
   */
  read(path: string): Promise<import('./review.ts').PlanSnapshot>;
}

/** Where a library tells what it does. Nothing is logged by default. */
export interface Logger {
  debug(message: string, fields?: object): void;
  info(message: string, fields?: object): void;
  warn(message: string, fields?: object): void;
  error(message: string, fields?: object): void;
}
