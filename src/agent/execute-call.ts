import {
  type CallOutcome,
  type CallRecord,
  type CallState,
  type Change,
  ConfigurationError,
  checkAgainst,
  type JsonValue,
  type ToolOutput,
  toJsonValue,
  type ValidationIssue,
} from '../core/index.ts';
import type { AnyTool, ToolContext } from '../tools/index.ts';
import type { Leg } from './leg.ts';
import { openReview } from './open-review.ts';
import { getResumeSchema } from './tool-set.ts';

/** A call's next state, and what else must be saved with it. */
export interface CallProgress {
  readonly state: CallState;
  readonly changes: readonly Change[];
}

/**
 * Runs a tool once, with the answer that its journal holds. A tool that throws, or whose result does not fit its schema, settles as an error the model reads.
 *
 * @throws the abort signal's reason, when the leg is aborted meanwhile: the call's outcome is then unknown.
 */
export async function executeCall(leg: Leg, call: CallRecord, tool: AnyTool): Promise<CallProgress> {
  const input = await readInput(leg, call, tool);
  if (!input.isValid) return { state: settleInvalid(call.toolName, input.issues), changes: [] };
  let asked: { readonly payload: JsonValue } | undefined;
  const context = makeContext(leg, call, (payload) => {
    asked = { payload: toJsonValue(payload) };
  });
  const outcome = await raceAbort(leg, runTool(tool, input.value, context));
  if (!outcome.isOk) return { state: settleError(outcome.error), changes: [] };
  // Read through a function: the assignment happens in a callback that the compiler cannot see.
  const suspended = ((): { readonly payload: JsonValue } | undefined => asked)();
  if (suspended !== undefined) return waitForAnswer(leg, call, { tool, payload: suspended.payload });
  return { state: await settleResult(tool, outcome.value), changes: [] };
}

type ToolRun = { readonly isOk: true; readonly value: unknown } | { readonly isOk: false; readonly error: unknown };

async function runTool(tool: AnyTool, input: unknown, context: ToolContext): Promise<ToolRun> {
  try {
    return { isOk: true, value: await tool.execute(input, context) };
  } catch (error) {
    return { isOk: false, error };
  }
}

function raceAbort<T>(leg: Leg, work: Promise<T>): Promise<T> {
  const { abortSignal } = leg;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(abortSignal.reason);
    if (abortSignal.aborted) return stop();
    abortSignal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => abortSignal.removeEventListener('abort', stop));
  });
}

/** The checked input: from this leg's memory, or checked anew from what the model wrote. */
async function readInput(leg: Leg, call: CallRecord, tool: AnyTool): ReturnType<typeof checkAgainst<unknown>> {
  if (leg.inputs.has(call.toolCallId)) return { isValid: true, value: leg.inputs.get(call.toolCallId) };
  if (tool.inputSchema === undefined) return { isValid: true, value: call.args };
  return checkAgainst(tool.inputSchema, leg.conversation.getWrittenArgs(call.toolCallId) ?? call.args);
}

function makeContext(leg: Leg, call: CallRecord, onSuspend: (payload: unknown) => void): ToolContext {
  const { run } = leg;
  const answer = call.state.status === 'running' ? call.state : undefined;
  return {
    runId: run.id,
    abortSignal: leg.abortSignal,
    requestContext: leg.requestContext,
    agent: {
      agentId: run.agentId,
      toolCallId: call.toolCallId,
      get messages() {
        return leg.conversation.getMessages();
      },
      suspend: async (payload) => onSuspend(payload),
      resumeData: answer?.resumeData,
      suspendPayload: answer?.suspendPayload,
      threadId: run.threadId ?? undefined,
      resourceId: run.resourceId ?? undefined,
    },
  };
}

async function waitForAnswer(
  leg: Leg,
  call: CallRecord,
  { tool, payload }: { readonly tool: AnyTool; readonly payload: JsonValue },
): Promise<CallProgress> {
  const waiting = { status: 'waiting', for: 'answer', resumeSchema: getResumeSchema(tool) } as const;
  if (tool.planSubmission === undefined) return { state: { ...waiting, suspendPayload: payload }, changes: [] };
  const opened = await openReview(leg, call, payload);
  if ('error' in opened) return { state: settleError(opened.error), changes: [] };
  return { state: { ...waiting, suspendPayload: opened.suspendPayload }, changes: opened.changes };
}

async function settleResult(tool: AnyTool, value: unknown): Promise<CallState> {
  const checked = tool.outputSchema === undefined ? null : await checkAgainst(tool.outputSchema, value);
  if (checked !== null && !checked.isValid) {
    const detail = checked.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
    return settleError(
      new ConfigurationError({ message: `"${tool.id}" gave a result outside its outputSchema: ${detail}` }),
    );
  }
  const given = checked === null ? value : checked.value;
  try {
    const output = tool.toModelOutput === undefined ? toOutput(given) : readModelOutput(tool.toModelOutput(given));
    return { status: 'settled', outcome: 'result', result: toJsonValue(given), output };
  } catch (error) {
    return settleError(error);
  }
}

function readModelOutput(output: string | ToolOutput): ToolOutput {
  return typeof output === 'string' ? { type: 'text', value: output } : output;
}

/** What the model reads of a result that its tool does not write itself: strings as text, all else as JSON. */
function toOutput(value: unknown): ToolOutput {
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value: toJsonValue(value) };
}

/** The state of a call that failed: the model reads the message alone. */
export function settleError(error: unknown, outcome: CallOutcome = 'error'): CallState {
  const message = error instanceof Error ? error.message : String(error);
  return { status: 'settled', outcome, result: message, output: { type: 'error-text', value: message } };
}

/** The state of a call that did not run because a person, or a rejected plan, said no. */
export function settleDenied(reason: string): CallState {
  return { status: 'settled', outcome: 'denied', result: reason, output: { type: 'text', value: reason } };
}

/** The state of a call whose arguments do not fit: the tool never saw them. */
export function settleInvalid(toolName: string, issues: readonly ValidationIssue[]): CallState {
  const validationErrors = issues.map(({ path, message }) => ({ path, message }));
  const detail = validationErrors
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
  const message = `The arguments of "${toolName}" do not fit its schema, so it did not run: ${detail}. Correct them and call it again.`;
  const result = { error: true, message, validationErrors };
  return { status: 'settled', outcome: 'invalid', result, output: { type: 'error-json', value: result } };
}
