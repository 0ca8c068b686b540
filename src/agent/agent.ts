import {
  ConfigurationError,
  type DeliveredLeg,
  type DueDelivery,
  type ResumableAgent,
  type Storage,
  timeOrderedId,
} from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { abortRun } from './abort-run.ts';
import type { AgentConfig, MessagesInput, ResumeOptions, StreamOptions } from './agent-options.ts';
import { deliverDecision } from './deliver-decision.ts';
import type { AgentParts } from './leg.ts';
import { listSuspendedRuns, type SuspendedRun, type SuspendedRunFilter } from './list-suspended-runs.ts';
import { recoverRuns } from './recover-runs.ts';
import { type ResolveInterruptedOptions, resolveInterrupted } from './resolve-interrupted.ts';
import { isLanguageModel } from './resolve-model.ts';
import { resumeRun } from './resume-run.ts';
import type { FullOutput, RunOutput } from './run-output.ts';
import { startRun } from './start-run.ts';
import { ToolSet } from './tool-set.ts';

/** What identifies a call to approve or decline. */
export interface ApprovalOptions extends ResumeOptions {
  /** With a decline: what the model is told. */
  readonly reason?: string | undefined;
}

/** A leg that went on by a delivery or a recovery, with its output to read. */
export interface AgentLeg extends DeliveredLeg {
  readonly output: RunOutput;
}

/**
 * A model, its instructions and its tools; runs that can rest in storage and be answered later, here or in another
 * process.
 */
export class Agent implements ResumableAgent {
  readonly id: string;
  readonly name: string;
  readonly #config: AgentConfig;
  readonly #parts: AgentParts;

  /** @throws {ConfigurationError} no id, no model, or two tools with one id. */
  constructor(config: AgentConfig) {
    checkConfig(config);
    this.id = config.id;
    this.name = config.name ?? config.id;
    this.#config = config;
    this.#parts = {
      id: config.id,
      instructions: config.instructions,
      model: config.model,
      tools: new ToolSet(config.tools),
      storage: config.storage ?? memoryStorage(),
      plans: config.plans,
      logger: config.logger,
      now: config.now ?? (() => new Date().toISOString()),
      generateId: config.generateId ?? ((kind) => (kind === 'review' ? crypto.randomUUID() : timeOrderedId())),
    };
  }

  /** The same agent with its runs in another storage. */
  withStorage(storage: Storage): Agent {
    return new Agent({ ...this.#config, storage });
  }

  /**
   * Starts a run.
   *
   * @returns its output, which fills by itself, read or not.
   * @throws {InvalidInputError} a message does not parse; nothing was started.
   */
  async stream(messages: MessagesInput, options: StreamOptions = {}): Promise<RunOutput> {
    return startRun(this.#parts, messages, { ...this.#config.defaultOptions, ...options });
  }

  /** The same, when it has ended or rests. */
  async generate(messages: MessagesInput, options: StreamOptions = {}): Promise<FullOutput> {
    return (await this.stream(messages, options)).getFullOutput();
  }

  /**
   * Answers a waiting call and lets its run go on, once.
   *
   * @param data - for a plan `{ action: 'approved' | 'rejected', feedback?, … }`; for a call that waits for approval
   * `{ approved }`; else what the tool's `resumeSchema` takes.
   * @throws {RunNotFoundError | RunNotSuspendedError | WrongAgentError | ToolCallNotSuspendedError | ToolCallAmbiguousError}
   * @throws {InvalidResumeDataError} the answer does not fit; nothing was claimed, the call still waits.
   * @throws {AlreadyDecidedError} somebody answered first; carries what stands.
   * @throws {PlanChangedError} an approval, and the plan's file is not what was submitted.
   */
  async resumeStream(data: unknown, options: ResumeOptions): Promise<RunOutput> {
    return resumeRun(this.#parts, data, options);
  }

  /** The same, when the run has ended or rests again. */
  async resumeGenerate(data: unknown, options: ResumeOptions): Promise<FullOutput> {
    return (await this.resumeStream(data, options)).getFullOutput();
  }

  /** Lets a call run that waits for approval. Throws as {@link Agent.resumeStream} does. */
  async approveToolCall(options: ResumeOptions): Promise<RunOutput> {
    return resumeRun(this.#parts, { approved: true }, { ...options, kind: 'approval' });
  }

  async approveToolCallGenerate(options: ResumeOptions): Promise<FullOutput> {
    return (await this.approveToolCall(options)).getFullOutput();
  }

  /** Refuses a call that waits for approval; the model is told `reason`. Throws as {@link Agent.resumeStream} does. */
  async declineToolCall({ reason, ...options }: ApprovalOptions): Promise<RunOutput> {
    const answer = { approved: false, ...(reason === undefined ? {} : { reason }) };
    return resumeRun(this.#parts, answer, { ...options, kind: 'approval' });
  }

  async declineToolCallGenerate(options: ApprovalOptions): Promise<FullOutput> {
    return (await this.declineToolCall(options)).getFullOutput();
  }

  /** The runs of this agent that wait, newest first. */
  async listSuspendedRuns(
    filter: SuspendedRunFilter = {},
  ): Promise<{ readonly runs: readonly SuspendedRun[]; readonly total: number }> {
    return listSuspendedRuns(this.#parts, filter);
  }

  /**
   * Ends a run everywhere; nobody can answer it later.
   *
   * @throws {RunNotFoundError | WrongAgentError}
   * @throws {RunNotSuspendedError} it had ended already.
   */
  async abortRun(options: { readonly runId: string; readonly reason?: string | undefined }): Promise<void> {
    await abortRun(this.#parts, options.runId, options.reason);
  }

  /**
   * Says what becomes of a call that was at work when its process died: `retry` runs it again, `skip` goes on without it
   * (with `result` as its result, when given), `abort` ends the run.
   *
   * @param options.toolCallId - may be left out while one call is unknown.
   * @returns the output of the run that goes on; `null` when it ended, still has unknown calls, or went on elsewhere.
   * @throws {RunNotFoundError | WrongAgentError | RunNotInterruptedError | ToolCallNotInterruptedError} nothing was changed.
   */
  async resolveInterrupted(options: ResolveInterruptedOptions): Promise<RunOutput | null> {
    return resolveInterrupted(this.#parts, options);
  }

  /**
   * Takes up the runs of this agent whose process died: those with no call in flight go on, those with one become
   * `interrupted`. Runs on which another process works are left alone.
   */
  async recover(): Promise<readonly AgentLeg[]> {
    return (await recoverRuns(this.#parts)).map(toLeg);
  }

  /** Brings a recorded decision to its run. Called by a review host that this agent is attached to. */
  async deliver(due: DueDelivery): Promise<AgentLeg> {
    return toLeg(await deliverDecision(this.#parts, due));
  }
}

function checkConfig({ id, model }: AgentConfig): void {
  if (typeof id !== 'string' || id === '') {
    throw new ConfigurationError({ message: 'An agent needs an `id`: its runs are stored under it.' });
  }
  if (typeof model === 'string' ? model !== '' : isLanguageModel(model)) return;
  const message = `The agent "${id}" has no model. Pass a language model (AI SDK contract v2, v3 or v4) or a string such as 'openai/gpt-5'.`;
  throw new ConfigurationError({ message });
}

function toLeg(output: RunOutput): AgentLeg {
  const settled = output.getFullOutput().then(({ status }) => ({ status }));
  return { runId: output.runId, output, settled };
}
