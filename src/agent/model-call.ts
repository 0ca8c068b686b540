import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import {
  type FinishReason,
  isRecord,
  type JsonObject,
  type Message,
  ModelFailedError,
  type ProviderMetadata,
  toJsonValue,
  type Usage,
} from '../core/index.ts';
import type { LanguageModel } from './agent-options.ts';
import type { ModelPart, OfferedTool } from './model-parts.ts';
import { toProviderPrompt } from './provider-prompt.ts';

/** What one model call is asked. */
export interface ModelRequest {
  readonly prompt: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly settings: JsonObject;
  readonly providerOptions: JsonObject | undefined;
  readonly toolChoice: JsonObject | string | undefined;
  readonly abortSignal: AbortSignal;
}

const settingNames = [
  'temperature',
  'maxOutputTokens',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
  'headers',
] as const;

/**
 * Asks the model once and gives what it says, in one form for all versions of the contract. The only place that knows
 * their differences, together with `provider-prompt.ts`.
 *
 * @throws whatever the provider throws before its first part; an error in mid-stream comes as a part.
 * @see the types LanguageModelV2, V3 and V4 of `@ai-sdk/provider`
 */
export async function* callModel(
  model: LanguageModel,
  request: ModelRequest,
): AsyncGenerator<ModelPart, void, undefined> {
  const { stream } = await startStream(model, request);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const part = readPart(value);
      if (part !== null) yield part;
    }
  } finally {
    reader.releaseLock();
  }
}

async function startStream(
  model: LanguageModel,
  request: ModelRequest,
): Promise<{ readonly stream: ReadableStream<unknown> }> {
  const version = model.specificationVersion;
  const settings = Object.fromEntries(
    settingNames.filter((name) => request.settings[name] !== undefined).map((name) => [name, request.settings[name]]),
  );
  const options = {
    ...settings,
    prompt: toProviderPrompt(request.prompt, version),
    ...(request.tools.length === 0
      ? {}
      : { tools: request.tools.map((tool) => ({ type: 'function', ...tool })), toolChoice: readToolChoice(request) }),
    ...(request.providerOptions === undefined ? {} : { providerOptions: request.providerOptions }),
    includeRawChunks: false,
    abortSignal: request.abortSignal,
  };
  // The three versions take the same fields by the same names; their types are three unrelated families.
  return (model as { doStream(options: unknown): PromiseLike<{ stream: ReadableStream<unknown> }> }).doStream(options);
}

function readToolChoice({ toolChoice }: ModelRequest): JsonObject {
  if (toolChoice === undefined) return { type: 'auto' };
  return typeof toolChoice === 'string' ? { type: toolChoice } : toolChoice;
}

/** Reads a part of any version; `null` for one that says nothing we keep. */
function readPart(value: unknown): ModelPart | null {
  if (!isRecord(value)) return null;
  // All versions share these tags; a part of an unknown tag falls through to `null`.
  const part = value as LanguageModelV4StreamPart;
  switch (part.type) {
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
      return { type: part.type, id: part.id, ...readMetadata(part) };
    case 'text-delta':
    case 'reasoning-delta':
      return { type: part.type, id: part.id, delta: part.delta, ...readMetadata(part) };
    case 'tool-input-start':
      return { type: 'tool-input-start', id: part.id, toolName: part.toolName };
    case 'tool-input-delta':
      return { type: 'tool-input-delta', id: part.id, delta: part.delta };
    case 'tool-input-end':
      return { type: 'tool-input-end', id: part.id };
    case 'tool-call':
      return readToolCall(part);
    case 'finish':
      return { type: 'finish', usage: readUsage(part.usage), finishReason: readFinishReason(part.finishReason) };
    case 'error':
      return { type: 'error', error: part.error };
    default:
      return readRarePart(value);
  }
}

function readRarePart(part: Record<string, unknown>): ModelPart | null {
  switch (part['type']) {
    case 'response-metadata':
      return { type: 'response', id: readString(part['id']), modelId: readString(part['modelId']) };
    case 'file':
    case 'reasoning-file':
      return {
        type: 'file',
        mediaType: String(part['mediaType']),
        data: readFileData(part['data']),
        ...readMetadata(part),
      };
    case 'source': {
      const { type: _, ...source } = part;
      const json = toJsonValue(source);
      // A record that came out of JSON is a JSON object.
      return isRecord(json) ? { type: 'source', source: json as JsonObject } : null;
    }
    case 'tool-result':
      return {
        type: 'tool-result',
        toolCallId: String(part['toolCallId']),
        toolName: String(part['toolName']),
        result: toJsonValue(part['result']),
        isError: part['isError'] === true,
        ...readMetadata(part),
      };
    default:
      return null;
  }
}

function readToolCall(part: LanguageModelV4ToolCall): ModelPart {
  return {
    type: 'tool-call',
    toolCallId: part.toolCallId,
    toolName: part.toolName,
    input: typeof part.input === 'string' ? part.input : JSON.stringify(part.input),
    isProviderExecuted: part.providerExecuted === true,
    ...readMetadata(part),
  };
}

function readMetadata(part: { readonly providerMetadata?: unknown }): { providerMetadata?: ProviderMetadata } {
  // A provider's own metadata: JSON by the contract, handed back to it as it came.
  return isRecord(part.providerMetadata) ? { providerMetadata: part.providerMetadata as ProviderMetadata } : {};
}

/** v2 and v3 give base64, bytes or a URL; v4 wraps it as `{ type: 'data' | 'url' }`. */
function readFileData(data: unknown): string {
  const inner = isRecord(data) && 'type' in data ? (data['data'] ?? data['url']) : data;
  if (inner instanceof Uint8Array) return Buffer.from(inner).toString('base64');
  return String(inner);
}

function readString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** v2 counts flat; v3 and v4 nest the totals. */
function readUsage(usage: unknown): Usage {
  if (!isRecord(usage)) throw new ModelFailedError({ message: 'The model finished without saying its usage.' });
  const input = usage['inputTokens'];
  const output = usage['outputTokens'];
  const inputTokens = readCount(isRecord(input) ? input['total'] : input);
  const outputTokens = readCount(isRecord(output) ? output['total'] : output);
  return {
    inputTokens,
    outputTokens,
    totalTokens: readCount(usage['totalTokens']) || inputTokens + outputTokens,
    reasoningTokens: readCount(isRecord(output) ? output['reasoning'] : usage['reasoningTokens']),
    cachedInputTokens: readCount(isRecord(input) ? input['cacheRead'] : usage['cachedInputTokens']),
  };
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

const finishReasons = new Map<unknown, FinishReason>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content-filter', 'content-filter'],
  ['tool-calls', 'tool-calls'],
  ['error', 'error'],
  ['other', 'other'],
]);

/** v2 says a word; v3 and v4 `{ unified, raw }`. */
function readFinishReason(reason: unknown): FinishReason {
  return finishReasons.get(isRecord(reason) ? reason['unified'] : reason) ?? 'unknown';
}
