import {
  addUsage,
  type Chunk,
  type ChunkPayloads,
  type ChunkType,
  type FinishReason,
  type Message,
  noUsage,
  type SuspendedPayload,
  type ToolCallPayload,
  type Usage,
} from '../core/index.ts';
import { ChunkLog, type ReplayStream } from './chunk-log.ts';

/** Where an output stands. `canceled`: aborted by a caller, or stopped by a reviewer. */
export type OutputStatus = 'running' | 'suspended' | 'success' | 'failed' | 'canceled';

/** A settled call, as `toolResults` lists it. */
export type ToolResultEntry = ToolCallPayload & { readonly result: unknown; readonly isError: boolean };

/** One model call of this output. */
export interface StepSummary {
  readonly step: number;
  readonly text: string;
  readonly finishReason: FinishReason;
  readonly toolCalls: readonly ToolCallPayload[];
  readonly usage: Usage;
}

/** What the model's answer was: who gave it, and the messages it added. */
export interface ResponseSummary {
  readonly id: string | undefined;
  readonly modelId: string | undefined;
  readonly messages: readonly Message[];
}

/** The first waiting call: a suspended one with what it asks, or one that waits for approval. */
export type WaitingPayload = ToolCallPayload & Partial<SuspendedPayload>;

/** Everything an output has to say once it ended: what `generate` returns. */
export interface FullOutput {
  readonly runId: string;
  /** The text of the whole run, over all its legs. */
  readonly text: string;
  readonly finishReason: FinishReason;
  /** Tokens of every step of the run so far, the suspended one too. */
  readonly usage: Usage;
  /** The same as `usage`. */
  readonly totalUsage: Usage;
  readonly steps: readonly StepSummary[];
  readonly toolCalls: readonly ToolCallPayload[];
  readonly toolResults: readonly ToolResultEntry[];
  /** What the first waiting call asks; `undefined` when nothing waits. A call that waits for approval has no `suspendPayload` of its own. */
  readonly suspendPayload: WaitingPayload | undefined;
  readonly response: ResponseSummary;
  readonly status: Exclude<OutputStatus, 'running'>;
  readonly error: unknown;
}

/**
 * One leg of a run as its caller sees it. It fills by itself, read or not; every promise settles without a reader and
 * none rejects: a failure is `finishReason` `'error'` and `error`.
 */
export class RunOutput {
  readonly runId: string;
  readonly #log = new ChunkLog<Chunk>();
  readonly #done: Promise<FullOutput>;
  #settle: (output: FullOutput) => void = () => undefined;
  #status: OutputStatus = 'running';
  #error: unknown;
  #text: string;
  #usage: Usage;
  readonly #steps: StepSummary[] = [];
  readonly #toolCalls: ToolCallPayload[] = [];
  readonly #toolResults: ToolResultEntry[] = [];
  readonly #messages: Message[] = [];
  #suspended: WaitingPayload | undefined;
  #responseId: string | undefined;
  #modelId: string | undefined;

  /** @param before - the text and usage of the run's earlier legs. */
  constructor(runId: string, before: { readonly text: string; readonly usage: Usage } = { text: '', usage: noUsage }) {
    this.runId = runId;
    this.#text = before.text;
    this.#usage = before.usage;
    this.#done = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** `running` until the leg ended. */
  get status(): OutputStatus {
    return this.#status;
  }

  /** Why it failed; `undefined` otherwise. */
  get error(): unknown {
    return this.#error;
  }

  /** A new reader over all chunks of this leg, from the first one on. */
  get fullStream(): ReplayStream<Chunk> {
    return this.#log.stream((chunk) => chunk);
  }

  /** A new reader over the text of this leg. */
  get textStream(): ReplayStream<string> {
    return this.#log.stream((chunk) =>
      chunk.type === 'text-delta' && chunk.payload.text !== '' ? chunk.payload.text : undefined,
    );
  }

  get text(): Promise<string> {
    return this.#done.then(({ text }) => text);
  }

  get finishReason(): Promise<FinishReason> {
    return this.#done.then(({ finishReason }) => finishReason);
  }

  get usage(): Promise<Usage> {
    return this.#done.then(({ usage }) => usage);
  }

  get totalUsage(): Promise<Usage> {
    return this.#done.then(({ totalUsage }) => totalUsage);
  }

  get steps(): Promise<readonly StepSummary[]> {
    return this.#done.then(({ steps }) => steps);
  }

  get toolCalls(): Promise<readonly ToolCallPayload[]> {
    return this.#done.then(({ toolCalls }) => toolCalls);
  }

  get toolResults(): Promise<readonly ToolResultEntry[]> {
    return this.#done.then(({ toolResults }) => toolResults);
  }

  get suspendPayload(): Promise<FullOutput['suspendPayload']> {
    return this.#done.then(({ suspendPayload }) => suspendPayload);
  }

  get response(): Promise<ResponseSummary> {
    return this.#done.then(({ response }) => response);
  }

  /** Everything at once, when the leg ended. */
  getFullOutput(): Promise<FullOutput> {
    return this.#done;
  }

  /** Settles when the leg ended. Nothing has to call it for the run to go on. */
  async consumeStream(): Promise<void> {
    await this.#done;
  }

  /** @internal Says a chunk. */
  say<T extends ChunkType>(type: T, payload: ChunkPayloads[T]): void {
    // The tag and its payload are checked against each other by the signature; TypeScript cannot follow it into the union.
    const chunk = { type, runId: this.runId, from: 'AGENT', payload } as unknown as Chunk;
    this.#note(chunk);
    this.#log.push(chunk);
  }

  /** @internal Notes a model call that ended. */
  addStep(step: StepSummary): void {
    this.#steps.push(step);
    this.#usage = addUsage(this.#usage, step.usage);
  }

  /** @internal Notes what the model answered with. */
  addResponse(response: {
    readonly id: string | undefined;
    readonly modelId: string | undefined;
    readonly messages: readonly Message[];
  }): void {
    this.#responseId = response.id;
    this.#modelId = response.modelId;
    this.#messages.push(...response.messages);
  }

  /** @internal Notes a call that waits, also one that an earlier leg announced. */
  noteWaiting(call: WaitingPayload): void {
    this.#suspended ??= call;
  }

  /** @internal Ends the leg. */
  end(status: Exclude<OutputStatus, 'running'>, finishReason: FinishReason, error?: unknown): void {
    if (this.#status !== 'running') return;
    this.#status = status;
    this.#error = error;
    this.#log.close();
    this.#settle({
      runId: this.runId,
      text: this.#text,
      finishReason,
      usage: this.#usage,
      totalUsage: this.#usage,
      steps: this.#steps,
      toolCalls: this.#toolCalls,
      toolResults: this.#toolResults,
      suspendPayload: this.#suspended,
      response: { id: this.#responseId, modelId: this.#modelId, messages: this.#messages },
      status,
      error,
    });
  }

  #note(chunk: Chunk): void {
    switch (chunk.type) {
      case 'text-delta':
        this.#text += chunk.payload.text;
        break;
      case 'tool-call':
        this.#toolCalls.push(chunk.payload);
        break;
      case 'tool-call-suspended':
      case 'tool-call-approval':
        this.#suspended ??= chunk.payload;
        break;
      case 'tool-result':
        this.#toolResults.push({ ...chunk.payload, isError: false });
        break;
      case 'tool-error':
        this.#toolResults.push({ ...chunk.payload, result: chunk.payload.error, isError: true });
        break;
      case 'tool-output-denied':
        this.#toolResults.push({ ...chunk.payload, result: chunk.payload.approval.reason, isError: true });
        break;
      default:
    }
  }
}
