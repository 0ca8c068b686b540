import type {
  AssistantMessage,
  CallRecord,
  CallState,
  JsonValue,
  Message,
  MessageRow,
  ToolResultPart,
} from '../core/index.ts';

/**
 * The messages of a run and its calls, put together for the model. Results rest in the journal of calls, not in the
 * messages, so a call and its result can never part.
 */
export class Conversation {
  readonly #rows: MessageRow[];
  readonly #calls = new Map<string, CallRecord>();

  constructor(rows: readonly MessageRow[] = [], calls: readonly CallRecord[] = []) {
    this.#rows = [...rows];
    for (const call of calls) this.#calls.set(call.toolCallId, call);
  }

  addMessages(row: MessageRow): void {
    this.#rows.push(row);
  }

  setCall(call: CallRecord): void {
    this.#calls.set(call.toolCallId, call);
  }

  setCallState(toolCallId: string, state: CallState): void {
    const call = this.#calls.get(toolCallId);
    if (call !== undefined) this.#calls.set(toolCallId, { ...call, state });
  }

  getCall(toolCallId: string): CallRecord | undefined {
    return this.#calls.get(toolCallId);
  }

  hasCall(toolCallId: string): boolean {
    return this.#calls.has(toolCallId);
  }

  /** Whether a plan was submitted in this run. */
  hasPlanCall(): boolean {
    return [...this.#calls.values()].some(({ isPlan }) => isPlan);
  }

  /** The calls of one step, in the order in which the model made them. */
  getStepCalls(step: number): readonly CallRecord[] {
    return [...this.#calls.values()].filter((call) => call.step === step).sort((a, b) => a.position - b.position);
  }

  /** The arguments as the model wrote them, before any schema. */
  getWrittenArgs(toolCallId: string): JsonValue | undefined {
    for (const row of this.#rows) {
      for (const { role, content } of row.messages) {
        if (row.origin !== 'step' || role !== 'assistant' || typeof content === 'string') continue;
        const found = content.find((part) => part.type === 'tool-call' && part.toolCallId === toolCallId);
        if (found?.type === 'tool-call') return found.args;
      }
    }
    return undefined;
  }

  /** What the model said in all steps so far. */
  getText(): string {
    const texts = this.#rows.filter((row) => row.origin === 'step').flatMap((row) => row.messages.map(readText));
    return texts.join('');
  }

  /** What the model said in one step. */
  getStepText(step: number): string {
    const rows = this.#rows.filter((row) => row.origin === 'step' && row.step === step);
    return rows.flatMap((row) => row.messages.map(readText)).join('');
  }

  /** Every message in order, each assistant message followed by the results of its settled calls. */
  getMessages(): Message[] {
    const messages: Message[] = [];
    for (const row of this.#rows) {
      for (const message of row.messages) {
        messages.push(message);
        if (row.origin === 'step' && message.role === 'assistant') this.#pushResults(messages, message);
      }
    }
    return messages;
  }

  #pushResults(messages: Message[], message: AssistantMessage): void {
    if (typeof message.content === 'string') return;
    const results: ToolResultPart[] = [];
    for (const part of message.content) {
      if (part.type !== 'tool-call' || part.providerExecuted === true) continue;
      const call = this.#calls.get(part.toolCallId);
      if (call?.state.status !== 'settled') continue;
      results.push({
        type: 'tool-result',
        toolCallId: part.toolCallId,
        toolName: part.toolName,
        output: call.state.output,
      });
    }
    if (results.length > 0) messages.push({ role: 'tool', content: results });
  }
}

function readText(message: Message): string {
  if (message.role !== 'assistant') return '';
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
