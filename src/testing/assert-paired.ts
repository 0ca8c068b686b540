/** A part of a prompt's message, as far as pairing goes. */
interface PromptPart {
  readonly type: string;
  readonly toolCallId?: string;
}

interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly PromptPart[];
}

/**
 * Checks a prompt as strict providers do: each tool call has exactly one result, after it, and each result a call.
 *
 * @throws {Error} naming the tool call.
 */
export function assertPaired(prompt: readonly PromptMessage[]): void {
  const results = new Map<string, number>();
  for (const part of prompt.flatMap(listParts)) countPart(results, part);
  for (const [id, count] of results) {
    if (count !== 1) throw new Error(`The prompt has ${count} results of the tool call "${id}"; there must be one.`);
  }
}

function countPart(results: Map<string, number>, { type, toolCallId = '' }: PromptPart): void {
  const count = results.get(toolCallId);
  if (type === 'tool-call') {
    if (count !== undefined) throw new Error(`The prompt has two tool calls with the id "${toolCallId}".`);
    results.set(toolCallId, 0);
  }
  if (type === 'tool-result') {
    if (count === undefined) throw new Error(`The prompt has a result of "${toolCallId}" with no tool call before it.`);
    results.set(toolCallId, count + 1);
  }
}

function listParts({ content }: PromptMessage): readonly PromptPart[] {
  return typeof content === 'string' ? [] : content;
}
