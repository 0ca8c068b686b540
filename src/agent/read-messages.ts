import {
  type AssistantPart,
  type FilePart,
  InvalidInputError,
  isRecord,
  type Message,
  type ProviderMetadata,
  type TextPart,
  type ToolOutput,
  type ToolResultPart,
  toJsonValue,
} from '../core/index.ts';
import type { MessagesInput } from './agent-options.ts';

/**
 * Reads what a caller gives an agent, in our own form or the AI SDK's, into messages as they are stored.
 *
 * @throws {InvalidInputError} names the message and what is wrong with it.
 */
export function readMessages(input: MessagesInput): readonly Message[] {
  const list: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (list.length === 0) throw refuse('messages', 'must hold at least one message');
  return list.map((item, index) => readMessage(item, list.length === 1 ? 'messages' : `messages.${index}`));
}

function refuse(path: string, message: string): InvalidInputError {
  return new InvalidInputError({ what: 'The message', issues: [{ path, message }] });
}

function readMessage(item: unknown, path: string): Message {
  if (typeof item === 'string') return { role: 'user', content: item };
  if (!isRecord(item)) throw refuse(path, 'must be a string or a message with a role');
  const { role, content } = item;
  switch (role) {
    case 'system':
      if (typeof content !== 'string') throw refuse(path, 'a system message holds text');
      return { role, content };
    case 'user':
      return {
        role,
        content:
          typeof content === 'string'
            ? content
            : readParts(content, path).map((part, at) => asContent(part, `${path}.content.${at}`)),
      };
    case 'assistant':
      return { role, content: typeof content === 'string' ? content : readParts(content, path) };
    case 'tool':
      return { role, content: readParts(content, path).map((part, at) => asResult(part, `${path}.content.${at}`)) };
    default:
      throw refuse(path, `has the role ${JSON.stringify(role)}; known are system, user, assistant and tool`);
  }
}

function asContent(part: AssistantPart, path: string): TextPart | FilePart {
  if (part.type === 'text' || part.type === 'file') return part;
  throw refuse(path, `a user's message cannot hold a ${part.type}`);
}

function asResult(part: AssistantPart, path: string): ToolResultPart {
  if (part.type === 'tool-result') return part;
  throw refuse(path, `a tool's message cannot hold a ${part.type}`);
}

function readParts(content: unknown, path: string): AssistantPart[] {
  if (!Array.isArray(content)) throw refuse(path, 'must have text or a list of parts as its content');
  return content.map((part, index) => readPart(part, `${path}.content.${index}`));
}

function readPart(part: unknown, path: string): AssistantPart {
  if (!isRecord(part)) throw refuse(path, 'must be a part with a type');
  const metadata = readMetadata(part);
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      if (typeof part['text'] !== 'string') throw refuse(path, 'must have text');
      return { type: part['type'], text: part['text'], ...metadata };
    case 'file':
    case 'image':
      return { ...readFile(part, path), ...metadata };
    case 'tool-call':
      return {
        type: 'tool-call',
        ...readCallNames(part, path),
        args: toJsonValue(part['args'] ?? part['input']),
        ...metadata,
      };
    case 'tool-result':
      return {
        type: 'tool-result',
        ...readCallNames(part, path),
        output: readOutput(part['output'] ?? part['result']),
        ...metadata,
      };
    default:
      throw refuse(path, `has the type ${JSON.stringify(part['type'])}, which is not known`);
  }
}

function readMetadata(part: Record<string, unknown>): { providerMetadata?: ProviderMetadata } {
  const given = part['providerMetadata'] ?? part['providerOptions'];
  // A provider's own metadata: JSON by its contract, handed on as it came.
  return isRecord(given) ? { providerMetadata: given as ProviderMetadata } : {};
}

function readCallNames(part: Record<string, unknown>, path: string): { toolCallId: string; toolName: string } {
  const { toolCallId, toolName } = part;
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string')
    throw refuse(path, 'must have a toolCallId and a toolName');
  return { toolCallId, toolName };
}

function readFile(part: Record<string, unknown>, path: string): FilePart {
  const given = part['data'] ?? part['image'];
  const data =
    given instanceof Uint8Array ? Buffer.from(given).toString('base64') : given instanceof URL ? given.href : given;
  if (typeof data !== 'string') throw refuse(path, 'must have its data as base64, bytes or an address');
  const mediaType = typeof part['mediaType'] === 'string' ? part['mediaType'] : 'image/*';
  return {
    type: 'file',
    mediaType,
    data,
    ...(typeof part['filename'] === 'string' ? { filename: part['filename'] } : {}),
  };
}

const outputTypes: ReadonlySet<unknown> = new Set(['text', 'json', 'error-text', 'error-json', 'content']);

function readOutput(output: unknown): ToolOutput {
  if (isRecord(output) && outputTypes.has(output['type']) && 'value' in output) {
    // Checked just above: the tag is one of ours and it has its value.
    return toJsonValue(output) as unknown as ToolOutput;
  }
  return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: toJsonValue(output) };
}
