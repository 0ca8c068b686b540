import { ConfigurationError, type DeliveredLeg, type DeliveryRecord, type ResumableAgent } from '../core/index.ts';
import { type AttemptOutcome, attemptDelivery } from './attempt-delivery.ts';
import { expireReviews } from './expire-reviews.ts';
import { describeError, hasCode } from './has-code.ts';
import { type HostContext, msUntil } from './host-context.ts';
import { addSetback, retryDelay, type Setbacks } from './retry-delay.ts';

/** The shortest time between two looks at the storage: a busy storage tells of many changes. */
const minGapMs = 25;

/** An attempt that did not work out, and when the next one may be made, by the monotonic clock. */
interface Backoff {
  readonly setbacks: Setbacks;
  readonly retryAt: number;
}

/**
 * Delivers due decisions to the attached agents, one attempt a delivery at a time. It looks when the storage tells of a
 * change and when something becomes due; its timers keep no process alive.
 */
export class DeliveryLoop {
  readonly #context: HostContext;
  readonly #agents = new Map<string, ResumableAgent>();
  readonly #attempts = new Map<string, Promise<void>>();
  readonly #backoffs = new Map<string, Backoff>();
  readonly #legs = new Set<Promise<unknown>>();
  #starting: Promise<void> | null = null;
  #stopping: Promise<void> | null = null;
  #pass: Promise<void> | null = null;
  #unwatch: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #expireAt = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isLookWanted = false;

  constructor(context: HostContext) {
    this.#context = context;
  }

  /** @throws {ConfigurationError} another agent of this id is attached. */
  attach(agent: ResumableAgent): () => void {
    if (this.#agents.has(agent.id)) {
      throw new ConfigurationError({
        message: `An agent "${agent.id}" is attached to this host already. Detach it first, or give this one another id.`,
      });
    }
    this.#agents.set(agent.id, agent);
    if (this.#isRunning) void this.#recover(agent).then(() => this.wake());
    return () => {
      if (this.#agents.get(agent.id) === agent) this.#agents.delete(agent.id);
    };
  }

  /** Recovers, then delivers what is due, and goes on. Settles after the first deliveries. */
  start(): Promise<void> {
    this.#starting ??= (this.#stopping ?? Promise.resolve()).then(() => this.#begin());
    return this.#starting;
  }

  /** Begins no more attempts and waits for those under way; legs that they set going go on. */
  stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => {
      this.#stopping = null;
    });
    return this.#stopping;
  }

  /** Looks at the storage soon. */
  wake(): void {
    this.#isLookWanted = true;
    this.#arm(Math.max(0, this.#lookedAt + minGapMs - performance.now()));
  }

  /** Makes one delivery now, when it is due, this loop runs and its agent is attached. @returns whether it tried. */
  async deliverNow(delivery: DeliveryRecord): Promise<boolean> {
    const agent = delivery.agentId === null ? undefined : this.#agents.get(delivery.agentId);
    if (!this.#isRunning || agent === undefined || msUntil(this.#context, delivery.dueAt) > 0) return false;
    await this.#attempt(agent, delivery);
    return true;
  }

  /** Settles once no attempt and no leg of this loop is under way. */
  async waitForLegs(): Promise<void> {
    while (this.#attempts.size + this.#legs.size > 0) {
      await Promise.allSettled([...this.#attempts.values(), ...this.#legs]);
    }
  }

  async #begin(): Promise<void> {
    this.#isRunning = true;
    try {
      await Promise.all([...this.#agents.values()].map((agent) => this.#recover(agent)));
      if (!this.#isRunning) return;
      this.#unwatch = this.#context.storage.watch(() => this.wake());
      this.#arm(await this.#attemptDue());
      await Promise.all(this.#attempts.values());
    } catch (error) {
      this.#starting = null;
      this.#rest();
      throw error;
    }
  }

  async #end(): Promise<void> {
    const starting = this.#starting;
    this.#starting = null;
    this.#rest();
    await Promise.allSettled([starting, this.#pass]);
    this.#rest();
    await Promise.all(this.#attempts.values());
  }

  #rest(): void {
    this.#isRunning = false;
    this.#unwatch?.();
    this.#unwatch = null;
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #arm(ms: number): void {
    const at = performance.now() + Math.min(ms, this.#context.pollMs);
    if (!this.#isRunning || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#onTimer(), Math.max(1, at - performance.now()));
    this.#timer.unref();
  }

  #onTimer(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#pass !== null) return;
    this.#isLookWanted = false;
    this.#pass = this.#look().finally(() => {
      this.#pass = null;
      if (this.#isLookWanted) this.wake();
    });
  }

  async #look(): Promise<void> {
    try {
      this.#arm(await this.#attemptDue());
    } catch (error) {
      if (hasCode(error, ['STORAGE_CLOSED'])) return this.#rest();
      this.#context.logger.error('The review host could not look for due deliveries.', { error: describeError(error) });
      this.#arm(this.#context.retryMs);
    }
  }

  /** Begins all attempts that are due. @returns milliseconds until the next one may be. */
  async #attemptDue(): Promise<number> {
    this.#lookedAt = performance.now();
    let nextMs = await this.#expire();
    const pending = new Set<string>();
    for (const agent of [...this.#agents.values()]) {
      const filter = { status: ['pending' as const], agentId: agent.id };
      for (const delivery of (await this.#context.storage.listDeliveries(filter)).items) {
        pending.add(delivery.id);
        nextMs = Math.min(nextMs, this.#attemptOrWait(agent, delivery));
      }
    }
    for (const id of this.#backoffs.keys()) if (!pending.has(id)) this.#backoffs.delete(id);
    return nextMs;
  }

  #attemptOrWait(agent: ResumableAgent, delivery: DeliveryRecord): number {
    const backoff = this.#backoffs.get(delivery.id);
    const heldMs = msUntil(this.#context, delivery.dueAt);
    const waitMs = Math.max(heldMs, backoff === undefined ? 0 : backoff.retryAt - performance.now());
    if (waitMs > 0) return waitMs;
    if (this.#isRunning) void this.#attempt(agent, delivery);
    return this.#context.pollMs;
  }

  #attempt(agent: ResumableAgent, delivery: DeliveryRecord): Promise<void> {
    const underway = this.#attempts.get(delivery.id);
    if (underway !== undefined) return underway;
    const attempt = attemptDelivery(this.#context, agent, delivery)
      .then((outcome) => this.#note(delivery, outcome))
      .finally(() => this.#attempts.delete(delivery.id));
    this.#attempts.set(delivery.id, attempt);
    return attempt;
  }

  #note(delivery: DeliveryRecord, outcome: AttemptOutcome): void {
    const before = this.#backoffs.get(delivery.id);
    this.#backoffs.delete(delivery.id);
    if (outcome.status === 'delivered') {
      this.#track(outcome.leg);
      this.#tell(outcome);
    }
    if (outcome.status === 'failed') {
      const fields = { reviewId: delivery.reviewId, agentId: delivery.agentId, error: describeError(outcome.error) };
      this.#context.logger.warn('A decision could not be delivered now; it is tried again.', fields);
    }
    if (outcome.status !== 'failed' && outcome.status !== 'busy') return;
    const setbacks = addSetback(before?.setbacks, outcome.status);
    const delayMs = retryDelay(setbacks, this.#context.retryMs);
    this.#backoffs.set(delivery.id, { setbacks, retryAt: performance.now() + delayMs });
    this.#arm(delayMs);
  }

  #track(leg: DeliveredLeg): void {
    const settled = leg.settled.finally(() => this.#legs.delete(settled));
    this.#legs.add(settled);
  }

  #tell({ leg, due }: Extract<AttemptOutcome, { status: 'delivered' }>): void {
    try {
      this.#context.onDelivered(leg, due);
    } catch (error) {
      this.#context.logger.error('The listener onDelivered threw.', { runId: leg.runId, error: describeError(error) });
    }
  }

  async #recover(agent: ResumableAgent): Promise<void> {
    try {
      for (const leg of await agent.recover()) this.#track(leg);
    } catch (error) {
      this.#context.logger.error('An agent could not recover its runs.', {
        agentId: agent.id,
        error: describeError(error),
      });
    }
  }

  /** Closes what is past its time, not oftener than needed. @returns milliseconds until it is to be done again. */
  async #expire(): Promise<number> {
    const waitMs = this.#expireAt - performance.now();
    if (waitMs > 0) return waitMs;
    const nextMs = await expireReviews(this.#context, this.#context.pollMs);
    this.#expireAt = performance.now() + nextMs;
    return nextMs;
  }
}
