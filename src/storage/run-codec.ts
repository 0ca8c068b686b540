import {
  type CallRecord,
  type CallState,
  endedStatuses,
  type Message,
  type MessageRow,
  type RunOptions,
  type RunRecord,
  type RunStatus,
} from '../core/index.ts';
import {
  checkShape,
  isAnything,
  isBoolean,
  isNumber,
  isObject,
  isText,
  listOf,
  nullable,
  oneOf,
  optional,
  parseText,
  RowFlaw,
  type Shape,
  withFields,
} from './row-shape.ts';
import { decodeKey, encodeKey } from './text-key.ts';

/** The version of the JSON these functions write, and the only one they read. */
export const rowFormat = 1;

type Row = Readonly<Record<string, unknown>>;
type RunBody = Omit<RunRecord, 'id' | 'agentId' | 'threadId' | 'resourceId' | 'status' | 'version' | 'options'>;
type CallBody = Omit<CallRecord, 'runId' | 'toolCallId' | 'step' | 'position' | 'state'>;

/** All statuses of a run. */
export const runStatuses: readonly RunStatus[] = [
  'running',
  'suspended',
  'finished',
  'failed',
  'aborted',
  'interrupted',
];
const callStatuses = ['prepared', 'waiting', 'running', 'settled'] as const;

const ownerShape = withFields({ host: isText, pid: isNumber, processStart: nullable(isText) });

const usageShape = withFields({
  inputTokens: isNumber,
  outputTokens: isNumber,
  totalTokens: isNumber,
  reasoningTokens: isNumber,
  cachedInputTokens: isNumber,
});

const runBodyShape = withFields({
  controllerId: nullable(isText),
  sessionId: nullable(isText),
  token: isNumber,
  claim: nullable(withFields({ token: isNumber, owner: ownerShape, leaseUntil: isText })),
  step: isNumber,
  stepBase: isNumber,
  usage: usageShape,
  error: nullable(isText),
  createdAt: isText,
  updatedAt: isText,
  suspendedAt: nullable(isText),
});

const optionsShape = withFields({
  instructions: optional(isText),
  activeTools: optional(listOf(isText)),
  modelSettings: optional(isObject),
  providerOptions: optional(isObject),
  maxSteps: optional(isNumber),
  maxRetries: optional(isNumber),
  requireToolApproval: optional(isBoolean),
  modeId: optional(isText),
});

const partsShape = listOf(withFields({ type: isText }));
const contentShape: Shape = (value) => (typeof value === 'string' ? null : partsShape(value));
const roleShape = oneOf(['system', 'user', 'assistant', 'tool']);
const messagesShape = listOf(withFields({ role: roleShape, content: contentShape }));

const callBodyShape = withFields({
  toolName: isText,
  args: isAnything,
  isPlan: isBoolean,
  isIdempotent: isBoolean,
  providerMetadata: optional(isObject),
});

const callStateShape = withFields({ status: oneOf(callStatuses) });

const callStateShapes: Readonly<Record<CallState['status'], Shape>> = {
  prepared: withFields({ approved: isBoolean }),
  waiting: withFields({ for: oneOf(['approval', 'answer']), resumeSchema: optional(nullable(isText)) }),
  running: isObject,
  settled: withFields({
    outcome: oneOf(['result', 'error', 'invalid', 'denied']),
    output: withFields({ type: isText }),
  }),
};

/** Which statuses an open run can have: those in which something may still happen. */
export function isOpen(status: string): boolean {
  return !endedStatuses.some((ended) => ended === status);
}

/** What a run is ordered by in lists. */
export function runSortTime(run: Pick<RunRecord, 'suspendedAt' | 'createdAt'>): string {
  return run.suspendedAt ?? run.createdAt;
}

/** The part of a run that has no column of its own, as JSON. */
export function writeRunBody(run: Omit<RunRecord, 'options'>): string {
  const { controllerId, sessionId, token, claim, step, stepBase, usage, error } = run;
  const { createdAt, updatedAt, suspendedAt } = run;
  const body: RunBody = {
    controllerId,
    sessionId,
    token,
    claim,
    step,
    stepBase,
    usage,
    error,
    createdAt,
    updatedAt,
    suspendedAt,
  };
  return JSON.stringify(body);
}

/**
 * Reads a row of runs, joined with its `options` where it has any.
 *
 * @throws {RowFlaw} it is not what we write.
 */
export function readRun(row: Row): RunRecord {
  const id = readKey(row, 'id');
  const what = `the row of run "${id}"`;
  checkFormat(row, what);
  const status = runStatuses.find((known) => known === row['status']);
  const version = row['version'];
  if (status === undefined || typeof version !== 'number') throw new RowFlaw(`${what} has no proper status or version`);
  return {
    // Checked by the shape.
    ...(parseText(row['body'], runBodyShape, what) as RunBody),
    id,
    agentId: readKey(row, 'agent_id'),
    threadId: readNullableKey(row, 'thread_id'),
    resourceId: readNullableKey(row, 'resource_id'),
    status,
    version,
    options: readRunOptions(row['options'], what),
  };
}

function readRunOptions(text: unknown, what: string): RunOptions {
  // Checked by the shape; a run without options has no row of them.
  return text === null ? {} : (parseText(text, optionsShape, what) as RunOptions);
}

/** @throws {RowFlaw} the row of messages is not what we write. */
export function readMessages(row: Row, runId: string): MessageRow {
  const what = `a row of messages of run "${runId}"`;
  checkFormat(row, what);
  const { detail: origin, step } = row;
  if ((origin !== 'input' && origin !== 'step') || typeof step !== 'number') {
    throw new RowFlaw(`${what} has no proper origin or step`);
  }
  // Checked as far as the loop depends on it; what stands inside a part was checked where it came in.
  const messages = parseText(row['body'], messagesShape, what) as readonly Message[];
  return { runId, threadId: readNullableKey(row, 'name'), origin, step, messages };
}

/** The part of a call that never changes and has no column of its own, as JSON. */
export function writeCallBody({ toolName, args, isPlan, isIdempotent, providerMetadata }: CallRecord): string {
  const body: CallBody = { toolName, args, isPlan, isIdempotent, providerMetadata };
  return JSON.stringify(body);
}

/** @throws {RowFlaw} the row of calls is not what we write. */
export function readCall(row: Row, runId: string): CallRecord {
  const toolCallId = readKey(row, 'name');
  const what = `the row of call "${toolCallId}" of run "${runId}"`;
  checkFormat(row, what);
  const { step, number: position } = row;
  if (typeof step !== 'number' || typeof position !== 'number') throw new RowFlaw(`${what} has no proper place`);
  // Checked by the shape.
  const body = parseText(row['body'], callBodyShape, what) as CallBody;
  return { ...body, runId, toolCallId, step, position, state: readCallState(row['detail'], what) };
}

/** @throws {RowFlaw} the text is no state of a call. */
export function readCallState(text: unknown, what: string): CallState {
  // Checked by the two shapes: the tag's, then that of the tag.
  const state = parseText(text, callStateShape, what) as CallState;
  checkShape(state, callStateShapes[state.status], what);
  return state;
}

/** @throws {RowFlaw} a row of another version of the JSON. */
export function checkFormat(row: Row, what: string): void {
  if (row['format'] !== rowFormat) throw new RowFlaw(`${what} has format ${String(row['format'])}, not ${rowFormat}`);
}

/** @throws {RowFlaw} the column holds no id. */
export function readKey(row: Row, column: string): string {
  const key = row[column];
  if (typeof key !== 'string') throw new RowFlaw(`a row has no proper "${column}"`);
  try {
    return decodeKey(key);
  } catch (error) {
    throw new RowFlaw(`a row has no proper "${column}"`, { cause: error });
  }
}

/** @throws {RowFlaw} the column holds neither an id nor nothing. */
export function readNullableKey(row: Row, column: string): string | null {
  return row[column] === null ? null : readKey(row, column);
}

/** A column for an id that may be missing. */
export function writeNullableKey(id: string | null): string | null {
  return id === null ? null : encodeKey(id);
}
