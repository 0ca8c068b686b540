import type {
  AssistantPart,
  FilePart,
  JsonObject,
  Message,
  TextPart,
  ToolOutput,
  ToolResultPart,
} from '../core/index.ts';

/** Which version of the provider contract a model speaks. */
export type SpecificationVersion = 'v2' | 'v3' | 'v4';

/** Messages as the provider contract of that version takes them. */
export function toProviderPrompt(messages: readonly Message[], version: SpecificationVersion): readonly object[] {
  return messages.map((message) => writeMessage(message, version));
}

function writeMessage(message: Message, version: SpecificationVersion): object {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user': {
      const parts =
        typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
      return { role: 'user', content: parts.map((part) => writeContentPart(part, version)) };
    }
    case 'assistant': {
      const parts =
        typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
      return { role: 'assistant', content: parts.flatMap((part) => writeAssistantPart(part, version)) };
    }
    case 'tool':
      return { role: 'tool', content: message.content.map((part) => writeToolResult(part, version)) };
  }
}

/** What a provider said beside a part goes back to it as that part's options. */
function writeOptions(part: { readonly providerMetadata?: object | undefined }): { providerOptions?: object } {
  return part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
}

function writeContentPart(part: TextPart | FilePart, version: SpecificationVersion): object {
  if (part.type === 'text') return { type: 'text', text: part.text, ...writeOptions(part) };
  return {
    type: 'file',
    mediaType: part.mediaType,
    ...(part.filename === undefined ? {} : { filename: part.filename }),
    data: writeFileData(part.data, version),
    ...writeOptions(part),
  };
}

function writeAssistantPart(part: AssistantPart, version: SpecificationVersion): object[] {
  switch (part.type) {
    case 'text':
    case 'file':
      return [writeContentPart(part, version)];
    case 'reasoning':
      return [{ type: 'reasoning', text: part.text, ...writeOptions(part) }];
    case 'source':
      return [];
    case 'tool-call':
      return [
        {
          type: 'tool-call',
          toolCallId: part.toolCallId,
          toolName: part.toolName,
          input: part.args,
          ...(part.providerExecuted === true ? { providerExecuted: true } : {}),
          ...writeOptions(part),
        },
      ];
    case 'tool-result':
      return [writeToolResult(part, version)];
  }
}

function writeToolResult(part: ToolResultPart, version: SpecificationVersion): object {
  return {
    type: 'tool-result',
    toolCallId: part.toolCallId,
    toolName: part.toolName,
    output: writeOutput(part.output, version),
    ...writeOptions(part),
  };
}

/** v4 names bytes and addresses apart; v2 and v3 take base64 or a URL object. */
function writeFileData(data: string, version: SpecificationVersion): unknown {
  const isAddress = /^(https?|data):/i.test(data);
  if (version === 'v4') return isAddress ? { type: 'url', url: new URL(data) } : { type: 'data', data };
  return isAddress ? new URL(data) : data;
}

/** v2 and v3 call a file in a tool's content `media`; v4 calls it `file`. */
function writeOutput(output: ToolOutput, version: SpecificationVersion): object {
  if (output.type !== 'content' || version !== 'v4') return output;
  return { type: 'content', value: output.value.map(writeMediaAsFile) };
}

function writeMediaAsFile(item: JsonObject): object {
  if (item['type'] !== 'media') return item;
  return { type: 'file', mediaType: item['mediaType'], data: { type: 'data', data: item['data'] } };
}
