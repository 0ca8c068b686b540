import {
  ConflictError,
  type MessageRow,
  noUsage,
  RunExistsError,
  type RunOptions,
  type RunRecord,
} from '../core/index.ts';
import type { MessagesInput, StreamOptions } from './agent-options.ts';
import { Conversation } from './conversation.ts';
import { type AgentParts, Leg, newClaim } from './leg.ts';
import { readMessages } from './read-messages.ts';
import { RunOutput } from './run-output.ts';
import { driveLeg } from './run-steps.ts';

/**
 * Starts a run. It is stored before the model is asked; the output fills by itself from then on.
 *
 * @throws {InvalidInputError} a message does not parse; nothing was started.
 */
export function startRun(parts: AgentParts, input: MessagesInput, options: StreamOptions): RunOutput {
  const messages = readMessages(input);
  const run = newRun(parts, options);
  const output = new RunOutput(run.id);
  const { abortSignal, requestContext, requireToolApproval } = options;
  const leg = new Leg(parts, {
    run,
    conversation: new Conversation(),
    output,
    abortSignal,
    requestContext,
    requireToolApproval,
  });
  const row: MessageRow = { runId: run.id, threadId: run.threadId, origin: 'input', step: 0, messages };
  void driveLeg(leg, async () => {
    await createRun(parts, run, row);
    leg.conversation.addMessages(row);
    output.say('start', { agentId: parts.id });
  });
  return output;
}

async function createRun(parts: AgentParts, run: RunRecord, row: MessageRow): Promise<void> {
  try {
    await parts.storage.commit([
      { type: 'run-created', run },
      { type: 'messages-appended', ...row },
    ]);
  } catch (error) {
    if (error instanceof ConflictError) throw new RunExistsError({ runId: run.id, cause: error });
    throw error;
  }
}

function newRun(parts: AgentParts, options: StreamOptions): RunRecord {
  const at = parts.now();
  return {
    id: options.runId ?? parts.generateId('run'),
    agentId: parts.id,
    controllerId: null,
    sessionId: null,
    threadId: options.memory?.thread ?? null,
    resourceId: options.memory?.resource ?? null,
    status: 'running',
    version: 1,
    token: 1,
    claim: { token: 1, ...newClaim(parts) },
    step: 0,
    stepBase: 0,
    usage: noUsage,
    error: null,
    createdAt: at,
    updatedAt: at,
    suspendedAt: null,
    options: toRunOptions(options),
  };
}

/** What must hold on every resume. A function cannot be stored: after a restart its place is taken by "ask". */
function toRunOptions(options: StreamOptions): RunOptions {
  const { requireToolApproval } = options;
  const kept = {
    instructions: options.instructions,
    activeTools: options.activeTools,
    modelSettings: options.modelSettings,
    providerOptions: options.providerOptions,
    toolChoice: options.toolChoice,
    maxSteps: options.maxSteps,
    maxRetries: options.maxRetries,
    requireToolApproval: typeof requireToolApproval === 'function' ? true : requireToolApproval,
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}
