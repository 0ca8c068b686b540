import {
  type AssistantPart,
  type FinishReason,
  ModelFailedError,
  type ProviderMetadata,
  type ToolCallPart,
  type ToolOutput,
  type Usage,
} from '../core/index.ts';
import type { ModelPart } from './model-parts.ts';
import type { BegunCall } from './retry-model-call.ts';
import type { RunOutput } from './run-output.ts';

/** A tool call as the model wrote it. */
export interface WrittenCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
  readonly providerMetadata: ProviderMetadata | undefined;
  /** Where its part stands in the message. */
  readonly partIndex: number;
}

/** What the model said in one call. */
export interface StepDraft {
  readonly parts: AssistantPart[];
  readonly calls: readonly WrittenCall[];
  readonly text: string;
  readonly usage: Usage;
  readonly finishReason: FinishReason;
  readonly response: { readonly id: string | undefined; readonly modelId: string | undefined };
}

/**
 * Reads one model call to its end, saying text and tool input as they come. Tool calls are not said here: nothing is
 * announced before it is stored.
 *
 * @throws {ModelFailedError} the stream carried an error, or ended without saying that it ended.
 */
export async function readStep({ head, rest }: BegunCall, output: RunOutput): Promise<StepDraft> {
  const reader = new StepReader(output);
  for (const part of head) reader.read(part);
  for await (const part of rest) reader.read(part);
  return reader.finish();
}

class StepReader {
  readonly #output: RunOutput;
  readonly #parts: AssistantPart[] = [];
  readonly #calls: WrittenCall[] = [];
  /** Open text and reasoning blocks, by kind and id: where their part stands. */
  readonly #open = new Map<string, number>();
  readonly #inputNames = new Map<string, string>();
  #text = '';
  #end: { readonly usage: Usage; readonly finishReason: FinishReason } | undefined;
  #response: StepDraft['response'] = { id: undefined, modelId: undefined };

  constructor(output: RunOutput) {
    this.#output = output;
  }

  read(part: ModelPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        this.#openBlock(part.type === 'text-start' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        break;
      case 'text-delta':
      case 'reasoning-delta':
        this.#addDelta(part.type === 'text-delta' ? 'text' : 'reasoning', part.id, part.delta);
        break;
      case 'text-end':
      case 'reasoning-end':
        this.#closeBlock(part.type === 'text-end' ? 'text' : 'reasoning', part.id, part.providerMetadata);
        break;
      case 'tool-input-start':
      case 'tool-input-delta':
      case 'tool-input-end':
        this.#sayInput(part);
        break;
      case 'tool-call':
        this.#addCall(part);
        break;
      default:
        this.#readRest(part);
    }
  }

  finish(): StepDraft {
    if (this.#end === undefined) {
      throw new ModelFailedError({
        message: 'The model ended its stream without a finish part; its answer may be cut off.',
      });
    }
    const parts = this.#parts.filter((part) => part.type !== 'text' || part.text !== '');
    const calls = this.#calls.map((call) => ({
      ...call,
      partIndex: parts.findIndex((part) => isCall(part, call.toolCallId)),
    }));
    return {
      parts,
      calls,
      text: this.#text,
      ...this.#end,
      response: this.#response,
    };
  }

  #openBlock(kind: 'text' | 'reasoning', id: string, providerMetadata: ProviderMetadata | undefined): void {
    this.#open.set(`${kind} ${id}`, this.#parts.length);
    this.#parts.push({ type: kind, text: '', ...(providerMetadata === undefined ? {} : { providerMetadata }) });
    this.#output.say(`${kind}-start`, { id });
  }

  #addDelta(kind: 'text' | 'reasoning', id: string, delta: string): void {
    if (!this.#open.has(`${kind} ${id}`)) this.#openBlock(kind, id, undefined);
    const index = this.#open.get(`${kind} ${id}`) ?? 0;
    const part = this.#parts[index];
    if (part?.type === kind) this.#parts[index] = { ...part, text: part.text + delta };
    if (kind === 'text') this.#text += delta;
    this.#output.say(`${kind}-delta`, { id, text: delta });
  }

  #closeBlock(kind: 'text' | 'reasoning', id: string, providerMetadata: ProviderMetadata | undefined): void {
    const index = this.#open.get(`${kind} ${id}`);
    if (index === undefined) return;
    const part = this.#parts[index];
    // Signatures of reasoning come with the end of its block.
    if (part !== undefined && providerMetadata !== undefined) this.#parts[index] = { ...part, providerMetadata };
    this.#open.delete(`${kind} ${id}`);
    this.#output.say(`${kind}-end`, { id });
  }

  #sayInput(part: Extract<ModelPart, { type: 'tool-input-start' | 'tool-input-delta' | 'tool-input-end' }>): void {
    const toolCallId = part.id;
    if (part.type === 'tool-input-start') this.#inputNames.set(part.id, part.toolName);
    const toolName = this.#inputNames.get(part.id) ?? '';
    if (part.type === 'tool-input-start') this.#output.say('tool-call-input-streaming-start', { toolCallId, toolName });
    else if (part.type === 'tool-input-delta')
      this.#output.say('tool-call-delta', { toolCallId, toolName, argsTextDelta: part.delta });
    else this.#output.say('tool-call-input-streaming-end', { toolCallId, toolName });
  }

  #addCall(part: Extract<ModelPart, { type: 'tool-call' }>): void {
    const { toolCallId, toolName, input, providerMetadata, isProviderExecuted } = part;
    const written: ToolCallPart = { type: 'tool-call', toolCallId, toolName, args: parseInput(input) ?? input };
    this.#parts.push({
      ...written,
      ...(isProviderExecuted ? { providerExecuted: true } : {}),
      ...(providerMetadata === undefined ? {} : { providerMetadata }),
    });
    if (!isProviderExecuted)
      this.#calls.push({ toolCallId, toolName, input, providerMetadata, partIndex: this.#parts.length - 1 });
  }

  #readRest(part: ModelPart): void {
    switch (part.type) {
      case 'tool-result':
        this.#addProviderResult(part);
        break;
      case 'file':
        this.#parts.push(part);
        this.#output.say('file', { mediaType: part.mediaType, data: part.data });
        break;
      case 'source':
        this.#parts.push(part);
        this.#output.say('source', { source: part.source });
        break;
      case 'response':
        this.#response = { id: part.id ?? this.#response.id, modelId: part.modelId ?? this.#response.modelId };
        break;
      case 'finish':
        this.#end = { usage: part.usage, finishReason: part.finishReason };
        break;
      case 'error': {
        const detail = part.error instanceof Error ? part.error.message : String(part.error);
        throw new ModelFailedError({ message: `The model failed while it answered: ${detail}`, cause: part.error });
      }
      default:
    }
  }

  #addProviderResult(part: Extract<ModelPart, { type: 'tool-result' }>): void {
    const { toolCallId, toolName, result, isError, providerMetadata } = part;
    const output: ToolOutput = { type: isError ? 'error-json' : 'json', value: result };
    this.#parts.push({
      type: 'tool-result',
      toolCallId,
      toolName,
      output,
      ...(providerMetadata === undefined ? {} : { providerMetadata }),
    });
    this.#output.say('tool-result', { toolCallId, toolName, args: null, result, providerExecuted: true });
  }
}

function isCall(part: AssistantPart, toolCallId: string): boolean {
  return part.type === 'tool-call' && part.toolCallId === toolCallId;
}

/** The JSON a model wrote as a call's input; `null` where it is none. No input at all is an empty object. */
export function parseInput(input: string): ToolCallPart['args'] | null {
  if (input.trim() === '') return {};
  try {
    return JSON.parse(input);
  } catch {
    return null;
  }
}
