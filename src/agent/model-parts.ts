import type { FinishReason, JsonObject, JsonValue, ProviderMetadata, Usage } from '../core/index.ts';

interface Metadata {
  readonly providerMetadata?: ProviderMetadata | undefined;
}

/** What a model says while it streams, in one form for all versions of the contract. */
export type ModelPart =
  | ({ readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; readonly id: string } & Metadata)
  | ({ readonly type: 'text-delta' | 'reasoning-delta'; readonly id: string; readonly delta: string } & Metadata)
  | { readonly type: 'tool-input-start'; readonly id: string; readonly toolName: string }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-end'; readonly id: string }
  | ({
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: string;
      readonly isProviderExecuted: boolean;
    } & Metadata)
  | ({
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly result: JsonValue;
      readonly isError: boolean;
    } & Metadata)
  | ({ readonly type: 'file'; readonly mediaType: string; readonly data: string } & Metadata)
  | ({ readonly type: 'source'; readonly source: JsonObject } & Metadata)
  | { readonly type: 'response'; readonly id: string | undefined; readonly modelId: string | undefined }
  | { readonly type: 'finish'; readonly usage: Usage; readonly finishReason: FinishReason }
  | { readonly type: 'error'; readonly error: unknown };

/** A tool as a model is told about it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}
