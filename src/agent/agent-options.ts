import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import type { JsonObject, Logger, Message, PlanFolder, RunOptions, Storage } from '../core/index.ts';
import type { AnyTool } from '../tools/index.ts';

/** A language model of the AI SDK's provider contract, version 2, 3 or 4. */
export type LanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** What a caller says to an agent: text, a message, or several of either. */
export type MessagesInput = string | MessageInput | readonly (string | MessageInput)[];

/** A message as callers may write it: ours, or one in the AI SDK's form. */
export type MessageInput = Message | { readonly role: string; readonly content: unknown };

/** Whether a call must be approved before it runs. A function that throws means: ask. */
export type RequireToolApproval =
  | boolean
  | ((call: { readonly toolName: string; readonly args: unknown }) => boolean | Promise<boolean>);

/** What an agent is made of. */
export interface AgentConfig {
  /** Stored with every run: only an agent of this id can resume it. */
  readonly id: string;
  readonly name?: string | undefined;
  /** Told to the model before every conversation. */
  readonly instructions?: string | undefined;
  /** A language model, or a string such as `'openai/gpt-5'` that the AI SDK (`ai`, installed beside) resolves. */
  readonly model: LanguageModel | string;
  /** A tool is offered by its `id`; its key here is an alias that also finds it. */
  readonly tools?: Readonly<Record<string, AnyTool>> | undefined;
  /** Where runs rest. Default: in memory, for the life of this agent. */
  readonly storage?: Storage | undefined;
  /** Reads submitted plans at submission. Without it the plan's file is left to the host. */
  readonly plans?: PlanFolder | undefined;
  readonly defaultOptions?: StreamOptions | undefined;
  readonly logger?: Logger | undefined;
  /** The clock: ISO 8601 in UTC. Default: the system's. */
  readonly now?: (() => string) | undefined;
  /** Default: random UUIDs. */
  readonly generateId?: (() => string) | undefined;
}

/** Options of `stream` and `generate`. All but the signal, the context and functions hold for the whole run. */
export interface StreamOptions {
  /** Default: a new id. */
  readonly runId?: string | undefined;
  /** Instead of the agent's own. */
  readonly instructions?: string | undefined;
  /** Ids (or aliases) of the tools this run may use. Default: all. */
  readonly activeTools?: readonly string[] | undefined;
  /** `temperature`, `maxOutputTokens`, `topP`, `topK`, `presencePenalty`, `frequencyPenalty`, `stopSequences`, `seed`. */
  readonly modelSettings?: JsonObject | undefined;
  readonly providerOptions?: JsonObject | undefined;
  readonly toolChoice?: RunOptions['toolChoice'];
  /** Model calls until the run ends as `tool-calls`; each answer to a plan starts the count anew. Default 5. */
  readonly maxSteps?: number | undefined;
  /** How often a model call that failed before it said anything is made again, when its provider says that may help. Default 2. */
  readonly maxRetries?: number | undefined;
  readonly requireToolApproval?: RequireToolApproval | undefined;
  /** The conversation this run belongs to. */
  readonly memory?: { readonly thread?: string | undefined; readonly resource?: string | undefined } | undefined;
  /** Handed to tools; never stored. */
  readonly requestContext?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
}

/** Options of `resumeStream` and its kin. */
export interface ResumeOptions {
  readonly runId?: string | undefined;
  /** May be left out while one call waits. */
  readonly toolCallId?: string | undefined;
  /** Already aborted: nothing is claimed. */
  readonly abortSignal?: AbortSignal | undefined;
  /** Replaces the run's own from here on. */
  readonly maxSteps?: number | undefined;
  readonly requireToolApproval?: RequireToolApproval | undefined;
  readonly requestContext?: unknown;
}
