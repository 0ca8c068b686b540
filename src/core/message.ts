import type { JsonObject, JsonValue } from './json.ts';

/** Metadata of a provider, passed back to it unchanged: `{ openai: { itemId: … } }`. */
export type ProviderMetadata = { readonly [provider: string]: JsonObject };

interface PartMetadata {
  readonly providerMetadata?: ProviderMetadata | undefined;
}

export interface TextPart extends PartMetadata {
  readonly type: 'text';
  readonly text: string;
}

export interface ReasoningPart extends PartMetadata {
  readonly type: 'reasoning';
  readonly text: string;
}

/** A file: `data` is base64, or an `http(s)` or `data` address. */
export interface FilePart extends PartMetadata {
  readonly type: 'file';
  readonly mediaType: string;
  readonly data: string;
  readonly filename?: string | undefined;
}

/** Where an answer came from, as a provider reported it; kept for the record, not sent back. */
export interface SourcePart extends PartMetadata {
  readonly type: 'source';
  readonly source: JsonObject;
}

export interface ToolCallPart extends PartMetadata {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonValue;
  readonly providerExecuted?: boolean | undefined;
}

/** A result as the model reads it. */
export type ToolOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: JsonValue }
  | { readonly type: 'error-text'; readonly value: string }
  | { readonly type: 'error-json'; readonly value: JsonValue }
  | { readonly type: 'content'; readonly value: readonly JsonObject[] };

export interface ToolResultPart extends PartMetadata {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: ToolOutput;
}

export interface SystemMessage {
  readonly role: 'system';
  readonly content: string;
}

export interface UserMessage {
  readonly role: 'user';
  readonly content: string | readonly (TextPart | FilePart)[];
}

export type AssistantPart = TextPart | ReasoningPart | FilePart | SourcePart | ToolCallPart | ToolResultPart;

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | readonly AssistantPart[];
}

/** Results that a caller brings with its own history. Results of our own calls rest in the journal of calls instead. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly content: readonly ToolResultPart[];
}

/** One message of a conversation, as stored. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage;
