import { type Cause, CountersignError, describeIssues, type ValidationIssue } from './countersign-error.ts';

/** No run has this id. Nothing was changed. */
export class RunNotFoundError extends CountersignError {
  override readonly name = 'RunNotFoundError';
  readonly code = 'RUN_NOT_FOUND';
  readonly runId: string | undefined;

  constructor({ runId, cause }: { runId: string | undefined } & Cause) {
    super(
      runId === undefined || runId === ''
        ? 'No run id was given. Pass { runId } as it stands in the `tool-call-suspended` chunk.'
        : `No run "${runId}" in this storage. Check the id, and that this agent uses the storage in which the run rests.`,
      { cause },
    );
    this.runId = runId;
  }
}

/** The run had already been resumed, or had ended. Nothing was changed. */
export class RunNotSuspendedError extends CountersignError {
  override readonly name = 'RunNotSuspendedError';
  readonly code = 'RUN_NOT_SUSPENDED';
  readonly runId: string;
  readonly status: string;

  constructor({ runId, status, cause }: { runId: string; status: string } & Cause) {
    super(`Run "${runId}" is ${status}, not suspended. Read it again before deciding.`, { cause });
    this.runId = runId;
    this.status = status;
  }
}

/** A run with the id that was asked for is already there. Nothing was changed. */
export class RunExistsError extends CountersignError {
  override readonly name = 'RunExistsError';
  readonly code = 'RUN_EXISTS';
  readonly runId: string;

  constructor({ runId, cause }: { runId: string } & Cause) {
    super(`A run "${runId}" already exists. Leave \`runId\` out to get a new id, or resume that run.`, { cause });
    this.runId = runId;
  }
}

/** The named call of the run does not wait for an answer. Nothing was changed. */
export class ToolCallNotSuspendedError extends CountersignError {
  override readonly name = 'ToolCallNotSuspendedError';
  readonly code = 'TOOL_CALL_NOT_SUSPENDED';
  readonly runId: string;
  readonly toolCallId: string;
  readonly waitingToolCallIds: readonly string[];

  constructor({
    runId,
    toolCallId,
    waiting,
    cause,
  }: { runId: string; toolCallId: string; waiting: readonly string[] } & Cause) {
    super(
      `Tool call "${toolCallId}" of run "${runId}" does not wait for an answer. ` +
        (waiting.length > 0 ? `Waiting: ${waiting.join(', ')}.` : 'No call of this run waits.'),
      { cause },
    );
    this.runId = runId;
    this.toolCallId = toolCallId;
    this.waitingToolCallIds = waiting;
  }
}

/** Several calls wait and none was named. Nothing was changed. */
export class ToolCallAmbiguousError extends CountersignError {
  override readonly name = 'ToolCallAmbiguousError';
  readonly code = 'TOOL_CALL_AMBIGUOUS';
  readonly runId: string;
  readonly waitingToolCallIds: readonly string[];

  constructor({ runId, waiting, cause }: { runId: string; waiting: readonly string[] } & Cause) {
    super(`Run "${runId}" waits for ${waiting.length} answers: ${waiting.join(', ')}. Name one with \`toolCallId\`.`, {
      cause,
    });
    this.runId = runId;
    this.waitingToolCallIds = waiting;
  }
}

/** A stored call names a tool that this agent does not have. Nothing was changed. */
export class ToolNotFoundError extends CountersignError {
  override readonly name = 'ToolNotFoundError';
  readonly code = 'TOOL_NOT_FOUND';
  readonly toolName: string;

  constructor({ toolName, runId, cause }: { toolName: string; runId: string } & Cause) {
    super(
      `Run "${runId}" waits in the tool "${toolName}", which this agent does not have. Give the agent that tool and answer again.`,
      { cause },
    );
    this.toolName = toolName;
  }
}

/** The answer does not fit what the tool asked for. Nothing was claimed; the call still waits. */
export class InvalidResumeDataError extends CountersignError {
  override readonly name = 'InvalidResumeDataError';
  readonly code = 'INVALID_RESUME_DATA';
  readonly toolName: string;
  readonly issues: readonly ValidationIssue[];

  constructor({ toolName, issues, cause }: { toolName: string; issues: readonly ValidationIssue[] } & Cause) {
    super(
      `The answer to "${toolName}" is not one it can take: ${describeIssues(issues)}. Nothing was decided; the call still waits. ` +
        (toolName === 'submit_plan'
          ? "Send { action: 'approved' } or { action: 'rejected', feedback }."
          : 'Send what its resumeSchema describes.'),
      { cause },
    );
    this.toolName = toolName;
    this.issues = issues;
  }
}

/** The run belongs to another agent. Nothing was changed. */
export class WrongAgentError extends CountersignError {
  override readonly name = 'WrongAgentError';
  readonly code = 'WRONG_AGENT';
  readonly runId: string;
  readonly agentId: string;

  constructor({ runId, agentId, asked, cause }: { runId: string; agentId: string; asked: string } & Cause) {
    super(`Run "${runId}" belongs to the agent "${agentId}", not to "${asked}". Answer it through that agent.`, {
      cause,
    });
    this.runId = runId;
    this.agentId = agentId;
  }
}

/** Another process took the run over, or it was ended. The loop that lost it stopped and changed nothing. */
export class ClaimLostError extends CountersignError {
  override readonly name = 'ClaimLostError';
  readonly code = 'CLAIM_LOST';
  readonly runId: string;

  constructor({ runId, cause }: { runId: string } & Cause) {
    super(
      `Run "${runId}" was taken over or ended elsewhere. This process stopped working on it and stored nothing more.`,
      { cause },
    );
    this.runId = runId;
  }
}

/** The model failed. The run ended as `failed`; what it had stored stands. */
export class ModelFailedError extends CountersignError {
  override readonly name = 'ModelFailedError';
  readonly code = 'MODEL_FAILED';

  constructor({ message, cause }: { message: string } & Cause) {
    super(message, { cause });
  }
}

/** The caller's signal was aborted before anything was claimed. Nothing was changed. */
export class AbortedError extends CountersignError {
  override readonly name = 'AbortedError';
  readonly code = 'ABORTED';

  constructor({ what, cause }: { what: string } & Cause) {
    super(`${what} was aborted by its caller before it began. Nothing was changed.`, { cause });
  }
}

/** The run is not one whose process died in a call. Nothing was changed. */
export class RunNotInterruptedError extends CountersignError {
  override readonly name = 'RunNotInterruptedError';
  readonly code = 'RUN_NOT_INTERRUPTED';
  readonly runId: string;
  readonly status: string;

  constructor({ runId, status, cause }: { runId: string; status: string } & Cause) {
    super(`Run "${runId}" is ${status}, not interrupted. There is nothing to retry or to skip.`, { cause });
    this.runId = runId;
    this.status = status;
  }
}

/** The named call is not one whose outcome is unknown, or several are and none was named. Nothing was changed. */
export class ToolCallNotInterruptedError extends CountersignError {
  override readonly name = 'ToolCallNotInterruptedError';
  readonly code = 'TOOL_CALL_NOT_INTERRUPTED';
  readonly runId: string;
  readonly unknownToolCallIds: readonly string[];

  constructor({
    runId,
    toolCallId,
    unknown,
    cause,
  }: { runId: string; toolCallId: string | undefined; unknown: readonly string[] } & Cause) {
    super(
      `${toolCallId === undefined ? 'No tool call was named' : `Tool call "${toolCallId}" was not interrupted`}. ` +
        `Of these calls of run "${runId}" nobody knows what became: ${unknown.join(', ')}. Name one with \`toolCallId\`.`,
      { cause },
    );
    this.runId = runId;
    this.unknownToolCallIds = unknown;
  }
}
