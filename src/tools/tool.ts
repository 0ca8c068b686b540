import type { AnySchema, Decision, JsonValue, Message, ToolOutput } from '../core/index.ts';

/** What a tool is told about the run it is called in. */
export interface ToolAgentContext<Suspend = unknown, Resume = unknown> {
  readonly agentId: string;
  readonly toolCallId: string;
  /** The conversation so far, the step that made this call included. */
  readonly messages: readonly Message[];
  /**
   * Puts the run to rest until somebody answers. Return after it: it does not throw, and what `execute` returns is dropped.
   * On the answer `execute` runs again from its start, with `resumeData` set.
   */
  suspend(payload: Suspend): Promise<void>;
  /** The answer, checked against `resumeSchema`; `undefined` on the first call. */
  readonly resumeData: Resume | undefined;
  /** What was given to `suspend`; `undefined` on the first call. */
  readonly suspendPayload: Suspend | undefined;
  readonly threadId: string | undefined;
  readonly resourceId: string | undefined;
}

/** What `execute` gets beside its input. */
export interface ToolContext<Suspend = unknown, Resume = unknown> {
  readonly runId: string;
  readonly abortSignal: AbortSignal;
  /** What the caller of `stream` or `resumeStream` passed as `requestContext`. Never stored. */
  readonly requestContext: unknown;
  readonly agent: ToolAgentContext<Suspend, Resume>;
}

/** How a tool takes a plan: its calls open reviews, its answers are decisions. */
export interface PlanSubmission {
  /** The path of the plan's file in the call's checked input. */
  getPath(input: unknown): string;
  /** The result that a decision gives: no I/O, so it is settled in the transaction that delivers the decision. */
  answer(decision: Decision, plan: { readonly path: string; readonly revision: number }): JsonValue;
}

/** A tool that a model may call. Made by `createTool`. */
export interface Tool<Input = unknown, Output = unknown> {
  /** The name the model is offered: 1 to 64 letters, digits, `_` or `-`. */
  readonly id: string;
  readonly description: string;
  readonly inputSchema: AnySchema | undefined;
  readonly outputSchema: AnySchema | undefined;
  readonly suspendSchema: AnySchema | undefined;
  readonly resumeSchema: AnySchema | undefined;
  readonly requireApproval: boolean | ((input: Input) => boolean | Promise<boolean>) | undefined;
  /** Refused until a plan of the thread is approved. */
  readonly requiresApprovedPlan: boolean;
  /** Running it twice does no harm: after a crash it is run again without asking. */
  readonly idempotent: boolean;
  /** What the model reads of a result; absent: strings as text, all else as JSON. */
  toModelOutput?(output: Output): string | ToolOutput;
  /** Set on tools that submit plans. */
  readonly planSubmission: PlanSubmission | undefined;
  execute(input: Input, context?: Partial<ToolContext>): Promise<Output>;
}

/** Any tool, its types forgotten: what an agent keeps. */
// biome-ignore lint/suspicious/noExplicitAny: a list of tools with different inputs has no other common type
export type AnyTool = Tool<any, any>;
