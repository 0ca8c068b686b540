import type { JsonValue } from './json.ts';
import type { Usage } from './usage.ts';

/** Why a step or a run ended. */
export type FinishReason =
  | 'stop'
  | 'tool-calls'
  | 'length'
  | 'content-filter'
  | 'suspended'
  | 'error'
  | 'aborted'
  | 'other'
  | 'unknown';

/** A tool call as chunks carry it. */
export interface ToolCallPayload {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonValue;
}

/** What a `tool-call-suspended` chunk carries. */
export interface SuspendedPayload extends ToolCallPayload {
  /** What the tool gave to `suspend`, as JSON; for `submit_plan` an object with the plan's `path`. */
  // biome-ignore lint/suspicious/noExplicitAny: its shape depends on the tool's name; the documented loop takes `path` straight from it
  readonly suspendPayload: any;
  /** JSON Schema of the answer, as a string; absent without one. */
  readonly resumeSchema?: string;
}

/** What `step-finish` and `finish` carry; never the history. */
export interface FinishPayload {
  readonly stepResult: { readonly reason: FinishReason; readonly isContinued: boolean };
  readonly output: { readonly text: string; readonly toolCalls: readonly ToolCallPayload[]; readonly usage: Usage };
}

/** Each chunk type and what it carries. */
export interface ChunkPayloads {
  start: { readonly agentId: string };
  'step-start': { readonly step: number };
  'text-start': { readonly id: string };
  'text-delta': { readonly id: string; readonly text: string };
  'text-end': { readonly id: string };
  'reasoning-start': { readonly id: string };
  'reasoning-delta': { readonly id: string; readonly text: string };
  'reasoning-end': { readonly id: string };
  file: { readonly mediaType: string; readonly data: string };
  source: { readonly source: JsonValue };
  'tool-call-input-streaming-start': { readonly toolCallId: string; readonly toolName: string };
  'tool-call-delta': { readonly toolCallId: string; readonly toolName: string; readonly argsTextDelta: string };
  'tool-call-input-streaming-end': { readonly toolCallId: string; readonly toolName: string };
  'tool-call': ToolCallPayload;
  'tool-call-approval': ToolCallPayload;
  'tool-call-suspended': SuspendedPayload;
  'tool-result': ToolCallPayload & { readonly result: JsonValue; readonly providerExecuted?: boolean };
  'tool-error': ToolCallPayload & { readonly error: string };
  'tool-output-denied': ToolCallPayload & {
    readonly approval: { readonly id: string; readonly approved: false; readonly reason: string };
  };
  'step-finish': FinishPayload;
  finish: FinishPayload;
  error: { readonly error: unknown };
  abort: { readonly reason: string };
}

/** A chunk's tag. */
export type ChunkType = keyof ChunkPayloads;

/** One item of `fullStream`. */
export type Chunk = {
  readonly [T in ChunkType]: {
    readonly type: T;
    readonly runId: string;
    readonly from: 'AGENT';
    readonly payload: ChunkPayloads[T];
  };
}[ChunkType];
