import type { ScriptedFinish, ScriptedPart, ScriptedStep } from './script.ts';
import type { ScriptedDialect, ScriptedUsage } from './scripted-dialect.ts';

/** A tool call as all versions of the contract write it. */
interface StepToolCall {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  input: string;
}

/** A part of a model's stream: the kinds that all versions of the contract share. */
export type StepPart<Usage, FinishReason> =
  | { type: 'stream-start'; warnings: [] }
  | { type: 'response-metadata'; id: string; modelId: string; timestamp: Date }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | { type: 'tool-input-start'; id: string; toolName: string }
  | { type: 'tool-input-delta'; id: string; delta: string }
  | { type: 'tool-input-end'; id: string }
  | StepToolCall
  | { type: 'error'; error: unknown }
  | { type: 'finish'; usage: Usage; finishReason: FinishReason };

/** What `doGenerate` answers. */
export interface StepContent<Usage, FinishReason> {
  content: (StepToolCall | { type: 'text' | 'reasoning'; text: string })[];
  finishReason: FinishReason;
  usage: Usage;
  warnings: [];
}

/** What all steps of a model have in common. */
interface StepSetting<Usage, FinishReason> {
  readonly dialect: ScriptedDialect<unknown, Usage, FinishReason>;
  readonly usage: ScriptedUsage;
  readonly modelId: string;
}

/**
 * Writes a step as the parts of a model's stream.
 *
 * @throws the step, when it is an `Error`.
 */
export function playStep<Usage, FinishReason>(
  step: ScriptedStep,
  index: number,
  { dialect, usage, modelId }: StepSetting<Usage, FinishReason>,
): readonly StepPart<Usage, FinishReason>[] {
  if (step instanceof Error) throw step;
  const parts = 'type' in step ? [step] : step;
  const start: StepPart<Usage, FinishReason>[] = [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: `response-${index}`, modelId, timestamp: new Date(0) },
  ];
  const played = parts.flatMap((part, place) => playPart<Usage, FinishReason>(part, `${index}-${place}`));
  const finishReason = dialect.writeFinish(findFinish(parts));
  return [...start, ...played, { type: 'finish', usage: dialect.writeUsage(usage), finishReason }];
}

function playPart<Usage, FinishReason>(part: ScriptedPart, place: string): StepPart<Usage, FinishReason>[] {
  switch (part.type) {
    case 'text':
      return playBlock('text', `text-${place}`, part.deltas);
    case 'reasoning':
      return playBlock('reasoning', `reasoning-${place}`, part.deltas);
    case 'tool-call': {
      const { toolName, input, id = `call-${place}` } = part;
      return [
        { type: 'tool-input-start', id, toolName },
        { type: 'tool-input-delta', id, delta: input },
        { type: 'tool-input-end', id },
        { type: 'tool-call', toolCallId: id, toolName, input },
      ];
    }
    case 'error':
      return [part];
    case 'finish':
      return [];
  }
}

function playBlock<Usage, FinishReason>(
  kind: 'text' | 'reasoning',
  id: string,
  deltas: readonly string[],
): StepPart<Usage, FinishReason>[] {
  const middle = deltas.map((delta): StepPart<Usage, FinishReason> => ({ type: `${kind}-delta`, id, delta }));
  return [{ type: `${kind}-start`, id }, ...middle, { type: `${kind}-end`, id }];
}

function findFinish(parts: readonly ScriptedPart[]): ScriptedFinish {
  const finish = parts.find((part) => part.type === 'finish');
  if (finish !== undefined) return finish.reason;
  return parts.some((part) => part.type === 'tool-call') ? 'tool-calls' : 'stop';
}

/** Streams parts as they are read. It ends after an `error` part, and fails with the signal's reason once that is aborted. */
export function openStream<Usage, FinishReason>(
  parts: readonly StepPart<Usage, FinishReason>[],
  abortSignal: AbortSignal | undefined,
): ReadableStream<StepPart<Usage, FinishReason>> {
  const left = parts.values();
  return new ReadableStream({
    pull(controller) {
      if (abortSignal?.aborted === true) return controller.error(abortSignal.reason);
      const next = left.next();
      if (next.done) return controller.close();
      controller.enqueue(next.value);
      if (next.value.type === 'error') controller.close();
    },
  });
}

/**
 * Writes parts as one answer.
 *
 * @throws what an `error` part carries.
 */
export function collectContent<Usage, FinishReason>(
  parts: readonly StepPart<Usage, FinishReason>[],
): StepContent<Usage, FinishReason> {
  const failed = parts.find((part) => part.type === 'error');
  if (failed !== undefined) throw failed.error;
  const end = parts.find((part) => part.type === 'finish');
  if (end === undefined) throw new Error('The step has no end.');
  const content = parts.flatMap((part) => readContent(parts, part));
  return { content, usage: end.usage, finishReason: end.finishReason, warnings: [] };
}

function readContent<Usage, FinishReason>(
  parts: readonly StepPart<Usage, FinishReason>[],
  part: StepPart<Usage, FinishReason>,
): StepContent<Usage, FinishReason>['content'] {
  if (part.type === 'tool-call') return [part];
  if (part.type !== 'text-start' && part.type !== 'reasoning-start') return [];
  const deltas = parts.flatMap((other) => ('delta' in other && other.id === part.id ? [other.delta] : []));
  return [{ type: part.type === 'text-start' ? 'text' : 'reasoning', text: deltas.join('') }];
}
