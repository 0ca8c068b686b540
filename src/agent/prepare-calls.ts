import { type AssistantPart, type CallRecord, checkAgainst, toJsonValue } from '../core/index.ts';
import type { AnyTool } from '../tools/index.ts';
import { settleError, settleInvalid } from './execute-call.ts';
import type { Leg } from './leg.ts';
import { parseInput, type StepDraft, type WrittenCall } from './read-step.ts';

/** The calls of a step, each prepared, waiting for an approval, or settled because it can never run. */
export interface PreparedStep {
  readonly calls: readonly CallRecord[];
  /** The assistant's parts, with the ids under which its calls are kept. */
  readonly parts: readonly AssistantPart[];
}

/** Reads what the model asked for: nothing is run, nothing stored. */
export async function prepareCalls(leg: Leg, draft: StepDraft, step: number): Promise<PreparedStep> {
  const parts = [...draft.parts];
  const calls: CallRecord[] = [];
  const taken = new Set<string>();
  for (const [position, written] of draft.calls.entries()) {
    const toolCallId = chooseId(leg, taken, written.toolCallId);
    taken.add(toolCallId);
    const part = parts[written.partIndex];
    if (part?.type === 'tool-call') parts[written.partIndex] = { ...part, toolCallId };
    calls.push(await prepareCall(leg, { ...written, toolCallId }, { step, position }));
  }
  return { calls, parts };
}

/** Some models give every call of a run the same id; a call must have its own to be answered by it. */
function chooseId(leg: Leg, taken: ReadonlySet<string>, wanted: string): string {
  const isTaken = (id: string): boolean => taken.has(id) || leg.conversation.hasCall(id);
  if (wanted !== '' && !isTaken(wanted)) return wanted;
  for (let suffix = 2; ; suffix += 1) {
    const id = `${wanted === '' ? 'call' : wanted}-${suffix}`;
    if (!isTaken(id)) return id;
  }
}

async function prepareCall(
  leg: Leg,
  written: WrittenCall,
  place: { readonly step: number; readonly position: number },
): Promise<CallRecord> {
  const found = leg.parts.tools.find(written.toolName);
  const tool = found !== undefined && leg.parts.tools.isActive(found, leg.run.options.activeTools) ? found : undefined;
  const parsed = parseInput(written.input);
  const call: CallRecord = {
    runId: leg.run.id,
    toolCallId: written.toolCallId,
    ...place,
    toolName: tool?.id ?? written.toolName,
    args: parsed ?? written.input,
    isPlan: tool?.planSubmission !== undefined,
    isIdempotent: tool?.idempotent ?? false,
    state: { status: 'prepared', approved: false },
  };
  if (tool === undefined) return { ...call, state: settleError(new Error(describeMissing(leg, written.toolName))) };
  if (parsed === null)
    return { ...call, state: settleInvalid(tool.id, [{ path: '', message: 'the arguments are not JSON' }]) };
  if (tool.inputSchema === undefined) return { ...call, state: await chooseState(leg, tool, parsed) };
  const checked = await checkAgainst(tool.inputSchema, parsed);
  if (!checked.isValid) return { ...call, state: settleInvalid(tool.id, checked.issues) };
  leg.inputs.set(call.toolCallId, checked.value);
  return { ...call, args: toJsonValue(checked.value), state: await chooseState(leg, tool, checked.value) };
}

function describeMissing(leg: Leg, name: string): string {
  const offered = leg.parts.tools.offer(leg.run.options.activeTools).map((tool) => tool.name);
  return `There is no tool "${name}". ${offered.length === 0 ? 'No tools are offered.' : `Offered: ${offered.join(', ')}.`}`;
}

async function chooseState(leg: Leg, tool: AnyTool, input: unknown): Promise<CallRecord['state']> {
  return (await needsApproval(leg, tool, input))
    ? { status: 'waiting', for: 'approval' }
    : { status: 'prepared', approved: false };
}

/** A rule that throws means: ask. A tool that submits plans asks by itself and is not asked about twice. */
async function needsApproval(leg: Leg, tool: AnyTool, input: unknown): Promise<boolean> {
  const ofRun = leg.requireToolApproval ?? leg.run.options.requireToolApproval ?? false;
  try {
    const own = tool.requireApproval ?? false;
    if (typeof own === 'function' ? await own(input) : own) return true;
    if (tool.planSubmission !== undefined) return false;
    return typeof ofRun === 'function' ? await ofRun({ toolName: tool.id, args: input }) : ofRun;
  } catch {
    return true;
  }
}
