import {
  type Change,
  type Claim,
  ClaimLostError,
  ConflictError,
  type Logger,
  type PlanFolder,
  type RunPatch,
  type RunRecord,
  type Storage,
} from '../core/index.ts';
import type { LanguageModel, RequireToolApproval } from './agent-options.ts';
import type { Conversation } from './conversation.ts';
import { registerLeg } from './live-legs.ts';
import type { RunOutput } from './run-output.ts';
import type { ToolSet } from './tool-set.ts';

/** What every run of one agent shares. */
export interface AgentParts {
  readonly id: string;
  readonly instructions: string | undefined;
  readonly model: LanguageModel | string;
  readonly tools: ToolSet;
  readonly storage: Storage;
  readonly plans: PlanFolder | undefined;
  readonly logger: Logger | undefined;
  now(): string;
  /** Ids of reviews are random from their first digit, since people type their beginnings; the others begin with the time. */
  generateId(kind: 'run' | 'review' | 'decision' | 'delivery'): string;
}

/** How long a claim holds without being renewed, and how often it is renewed while a leg works. */
const leaseMs = 30_000;
const renewEveryMs = 10_000;

/** A claim for this process, from now on. */
export function newClaim(parts: AgentParts): Omit<Claim, 'token'> {
  const leaseUntil = new Date(Date.parse(parts.now()) + leaseMs).toISOString();
  return { owner: parts.storage.owner, leaseUntil };
}

/** What a leg begins with. */
export interface LegStart {
  readonly run: RunRecord;
  readonly conversation: Conversation;
  readonly output: RunOutput;
  readonly abortSignal: AbortSignal | undefined;
  readonly requestContext: unknown;
  readonly requireToolApproval: RequireToolApproval | undefined;
}

/** One leg at work: a run that this process has claimed, and everything its loop needs. */
export class Leg {
  readonly parts: AgentParts;
  readonly conversation: Conversation;
  readonly output: RunOutput;
  readonly requestContext: unknown;
  readonly requireToolApproval: RequireToolApproval | undefined;
  /** Checked inputs of calls that were prepared in this leg. */
  readonly inputs: Map<string, unknown> = new Map();
  /** Calls whose journal says `running` and whose work has not begun. */
  readonly toStart: Set<string> = new Set();
  /** Calls that wait since this leg and have not been said to. */
  readonly unsaid: Set<string> = new Set();
  readonly #revisions = new Map<string, number>();
  #run: RunRecord;
  #token: number;
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;

  constructor(parts: AgentParts, start: LegStart) {
    this.parts = parts;
    this.conversation = start.conversation;
    this.output = start.output;
    this.requestContext = start.requestContext;
    this.requireToolApproval = start.requireToolApproval;
    this.#run = start.run;
    this.#token = start.run.token;
    this.#callerSignal = start.abortSignal;
  }

  /** The run as last saved by this leg. */
  get run(): RunRecord {
    return this.#run;
  }

  /** Aborted by the caller, by `abortRun`, or because the claim was lost. */
  get abortSignal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    if (!this.#controller.signal.aborted) this.#controller.abort(reason);
  }

  /** The next revision of a plan: one step may submit the same plan twice, before the first is stored. */
  nextRevision(planId: string, stored: number): number {
    const revision = Math.max(stored, this.#revisions.get(planId) ?? 0) + 1;
    this.#revisions.set(planId, revision);
    return revision;
  }

  /** Registers the leg as live and keeps its claim fresh. @returns a function that ends both. */
  begin(): () => void {
    const release = registerLeg(this.#run.id, this.#token, this);
    const renewal = setInterval(() => this.#renew(), renewEveryMs);
    renewal.unref();
    const stop = (): void => this.abort(this.#callerSignal?.reason);
    if (this.#callerSignal?.aborted === true) stop();
    this.#callerSignal?.addEventListener('abort', stop, { once: true });
    return () => {
      clearInterval(renewal);
      this.#callerSignal?.removeEventListener('abort', stop);
      release();
    };
  }

  /**
   * Saves changes under this leg's claim: the fencing token is compared first, so a leg that lost its run writes nothing.
   *
   * @throws {ClaimLostError} another process took the run over, or somebody ended it.
   * @throws {ConflictError} one of the changes met something else than it expects.
   */
  async commit(changes: readonly Change[], set: RunPatch = {}): Promise<void> {
    const patch: RunPatch = {
      ...set,
      updatedAt: this.parts.now(),
      claim: set.claim === null ? null : this.#renewedClaim(),
    };
    try {
      await this.parts.storage.commit([
        { type: 'run-updated', runId: this.#run.id, expect: { token: this.#token }, set: patch },
        ...changes,
      ]);
    } catch (error) {
      if (error instanceof ConflictError && error.changeIndex === 0)
        throw new ClaimLostError({ runId: this.#run.id, cause: error });
      throw error;
    }
    this.#run = { ...this.#run, ...patch, version: this.#run.version + 1 };
    this.#apply(changes);
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) {
      if (change.type === 'call-created') this.conversation.setCall(change.call);
      if (change.type === 'call-updated') this.conversation.setCallState(change.toolCallId, change.state);
      if (change.type === 'messages-appended') this.conversation.addMessages(change);
    }
  }

  #renewedClaim(): Claim {
    return { token: this.#token, ...newClaim(this.parts) };
  }

  #renew(): void {
    this.commit([]).catch((error: unknown) => {
      this.parts.logger?.warn('the claim of a run could not be renewed', { runId: this.#run.id, error });
      if (error instanceof ClaimLostError) this.abort(error);
    });
  }
}
