import type { Decision } from './decision.ts';

const brand = Symbol.for('countersign.error');

/** Every code an error of this package can carry. Public: never renamed, never reused. */
export const errorCodes = [
  'RUN_NOT_FOUND',
  'RUN_NOT_SUSPENDED',
  'RUN_EXISTS',
  'TOOL_CALL_NOT_SUSPENDED',
  'TOOL_CALL_AMBIGUOUS',
  'TOOL_NOT_FOUND',
  'INVALID_RESUME_DATA',
  'INVALID_INPUT',
  'ALREADY_DECIDED',
  'DECISION_NOT_UNDOABLE',
  'PLAN_CHANGED',
  'PLAN_NOT_READ',
  'PLAN_UNREADABLE',
  'WRONG_AGENT',
  'REVIEW_NOT_FOUND',
  'REVIEW_CLOSED',
  'CLAIM_LOST',
  'CONFLICT',
  'CONFIGURATION',
  'MODEL_FAILED',
  'ABORTED',
  'STORAGE_UNAVAILABLE',
  'STORAGE_VERSION',
  'STORAGE_CORRUPT',
  'STORAGE_CLOSED',
] as const;

/** A code of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/** The parent of every error this package throws on purpose. */
export abstract class CountersignError extends Error {
  abstract readonly code: ErrorCode;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, brand, { value: true });
  }

  /** Like `instanceof`, and still true when two copies of the package are loaded. */
  static isInstance(value: unknown): value is CountersignError {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** What every error's constructor takes beside its own fields. */
interface Cause {
  readonly cause?: unknown;
}

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

  constructor({ runId, toolCallId, waiting, cause }: { runId: string; toolCallId: string; waiting: readonly string[] } & Cause) {
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
    super(`Run "${runId}" waits for ${waiting.length} answers: ${waiting.join(', ')}. Name one with \`toolCallId\`.`, { cause });
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
    super(`Run "${runId}" waits in the tool "${toolName}", which this agent does not have. Give the agent that tool and answer again.`, { cause });
    this.toolName = toolName;
  }
}

/** One thing that is wrong with a value, and where. */
export interface ValidationIssue {
  /** Dotted path into the value, `''` for the value itself. */
  readonly path: string;
  readonly message: string;
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
        (toolName === 'submit_plan' ? "Send { action: 'approved' } or { action: 'rejected', feedback }." : 'Send what its resumeSchema describes.'),
      { cause },
    );
    this.toolName = toolName;
    this.issues = issues;
  }
}

/** A value from outside does not have the shape it must have. Nothing was changed. */
export class InvalidInputError extends CountersignError {
  override readonly name = 'InvalidInputError';
  readonly code = 'INVALID_INPUT';
  readonly issues: readonly ValidationIssue[];

  constructor({ what, issues, cause }: { what: string; issues: readonly ValidationIssue[] } & Cause) {
    super(`${what} is not valid: ${describeIssues(issues)}. Nothing was changed.`, { cause });
    this.issues = issues;
  }
}

/** The decision that stands, as told to whoever came second. */
export interface StandingDecision {
  readonly decisionId: string;
  readonly reviewId: string;
  readonly action: Decision['action'];
  readonly stop: boolean;
  readonly feedback: string | null;
  /** Who decided, as shown: a name, or `null` where nobody said. */
  readonly by: string | null;
  readonly decidedAt: string;
}

/** Somebody decided first. Their decision stands; nothing was changed. */
export class AlreadyDecidedError extends CountersignError {
  override readonly name = 'AlreadyDecidedError';
  readonly code = 'ALREADY_DECIDED';
  readonly decision: StandingDecision;
  /** Until when its author may still undo it (ISO 8601, UTC), or `null` when it was delivered. */
  readonly undoUntil: string | null;

  constructor({ decision, undoUntil, cause }: { decision: StandingDecision; undoUntil?: string | null } & Cause) {
    super(
      `This submission was already ${decision.stop ? 'stopped' : decision.action} by ${decision.by ?? 'somebody'} at ${decision.decidedAt}. ` +
        'That decision stands; this one changed nothing.',
      { cause },
    );
    this.decision = decision;
    this.undoUntil = undoUntil ?? null;
  }
}

/** The decision can no longer be taken back. Nothing was changed. */
export class DecisionNotUndoableError extends CountersignError {
  override readonly name = 'DecisionNotUndoableError';
  readonly code = 'DECISION_NOT_UNDOABLE';
  readonly reviewId: string;

  constructor({ reviewId, reason, cause }: { reviewId: string; reason: string } & Cause) {
    super(`The decision on review "${reviewId}" cannot be undone: ${reason}.`, { cause });
    this.reviewId = reviewId;
  }
}

/** An approval met other bytes than those reviewed. Nothing was approved; a rejection or a stop would be taken. */
export class PlanChangedError extends CountersignError {
  override readonly name = 'PlanChangedError';
  readonly code = 'PLAN_CHANGED';
  readonly path: string;
  /** SHA-256 of the bytes that were reviewed. */
  readonly reviewedSha256: string;
  /** SHA-256 of the bytes found now, or `null` where the file is gone or cannot be read. */
  readonly foundSha256: string | null;

  constructor({ path, reviewedSha256, foundSha256, cause }: { path: string; reviewedSha256: string; foundSha256: string | null } & Cause) {
    super(
      `The plan "${path}" ${foundSha256 === null ? 'is gone or unreadable' : 'changed'} since it was reviewed ` +
        `(reviewed ${reviewedSha256.slice(0, 12)}, found ${foundSha256 === null ? 'nothing' : foundSha256.slice(0, 12)}). ` +
        'Nothing was approved. Reread it and decide on what stands there now, or reject it.',
      { cause },
    );
    this.path = path;
    this.reviewedSha256 = reviewedSha256;
    this.foundSha256 = foundSha256;
  }
}

/** Nobody has read the plan's file, so nobody can approve what it says. Nothing was changed. */
export class PlanNotReadError extends CountersignError {
  override readonly name = 'PlanNotReadError';
  readonly code = 'PLAN_NOT_READ';
  readonly reviewId: string;
  readonly path: string;

  constructor({ reviewId, path, cause }: { reviewId: string; path: string } & Cause) {
    super(
      `Nobody has read the plan "${path}" (review "${reviewId}"), so it cannot be approved here. ` +
        'Give the review host or the agent a planFolder that holds it, or reject the plan.',
      { cause },
    );
    this.reviewId = reviewId;
    this.path = path;
  }
}

/** Why a plan file could not be read. */
export type PlanUnreadableReason =
  | 'missing'
  | 'empty'
  | 'blank'
  | 'too-large'
  | 'binary'
  | 'not-utf8'
  | 'not-a-file'
  | 'not-markdown'
  | 'unreadable'
  | 'outside'
  | 'bad-path';

/** The plan's file cannot be read as a plan. Nothing waits because of it. */
export class PlanUnreadableError extends CountersignError {
  override readonly name = 'PlanUnreadableError';
  readonly code = 'PLAN_UNREADABLE';
  readonly path: string;
  readonly root: string;
  readonly reason: PlanUnreadableReason;

  constructor({ path, root, reason, detail, cause }: { path: string; root: string; reason: PlanUnreadableReason; detail: string } & Cause) {
    super(`The plan "${path}" cannot be read: ${detail}`, { cause });
    this.path = path;
    this.root = root;
    this.reason = reason;
  }
}

/** The run belongs to another agent. Nothing was changed. */
export class WrongAgentError extends CountersignError {
  override readonly name = 'WrongAgentError';
  readonly code = 'WRONG_AGENT';
  readonly runId: string;
  readonly agentId: string;

  constructor({ runId, agentId, asked, cause }: { runId: string; agentId: string; asked: string } & Cause) {
    super(`Run "${runId}" belongs to the agent "${agentId}", not to "${asked}". Answer it through that agent.`, { cause });
    this.runId = runId;
    this.agentId = agentId;
  }
}

/** No review has this id, or the beginning of an id that was given names several. Nothing was changed. */
export class ReviewNotFoundError extends CountersignError {
  override readonly name = 'ReviewNotFoundError';
  readonly code = 'REVIEW_NOT_FOUND';
  readonly reviewId: string;
  /** The ids that begin with what was given, when it names several. */
  readonly candidates: readonly string[];

  constructor({ reviewId, candidates = [], cause }: { reviewId: string; candidates?: readonly string[] } & Cause) {
    super(
      candidates.length === 0
        ? `No review "${reviewId}" here. \`countersign list --all\` shows the ones there are.`
        : `"${reviewId}" names ${candidates.length} reviews: ${listSome(candidates)}. Write more of the id.`,
      { cause },
    );
    this.reviewId = reviewId;
    this.candidates = candidates;
  }
}

/** The review was closed without a decision. Nothing was changed. */
export class ReviewClosedError extends CountersignError {
  override readonly name = 'ReviewClosedError';
  readonly code = 'REVIEW_CLOSED';
  readonly reviewId: string;
  readonly reason: string;
  /** The review that took its place, when it was replaced. */
  readonly replacedBy: string | null;

  constructor({ reviewId, reason, replacedBy, cause }: { reviewId: string; reason: string; replacedBy?: string | null } & Cause) {
    super(
      `Review "${reviewId}" is closed (${reason}); this submission can no longer be decided.` +
        (replacedBy ? ` A newer revision waits as "${replacedBy}".` : ''),
      { cause },
    );
    this.reviewId = reviewId;
    this.reason = reason;
    this.replacedBy = replacedBy ?? null;
  }
}

/** Another process took the run over, or it was ended. The loop that lost it stopped and changed nothing. */
export class ClaimLostError extends CountersignError {
  override readonly name = 'ClaimLostError';
  readonly code = 'CLAIM_LOST';
  readonly runId: string;

  constructor({ runId, cause }: { runId: string } & Cause) {
    super(`Run "${runId}" was taken over or ended elsewhere. This process stopped working on it and stored nothing more.`, { cause });
    this.runId = runId;
  }
}

/** A compare-and-set found something else than expected. The whole commit was refused; nothing was changed. */
export class ConflictError extends CountersignError {
  override readonly name = 'ConflictError';
  readonly code = 'CONFLICT';
  /** Index of the refused change in the commit. */
  readonly changeIndex: number;

  constructor({ changeIndex, what, cause }: { changeIndex: number; what: string } & Cause) {
    super(`The commit was refused: ${what}. Read again and retry.`, { cause });
    this.changeIndex = changeIndex;
  }
}

/** Something was put together wrongly by the program that uses this package. */
export class ConfigurationError extends CountersignError {
  override readonly name = 'ConfigurationError';
  readonly code = 'CONFIGURATION';

  constructor({ message, cause }: { message: string } & Cause) {
    super(message, { cause });
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

/** The storage cannot be opened or written now. No data was touched. */
export class StorageUnavailableError extends CountersignError {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'STORAGE_UNAVAILABLE';
  readonly file: string;

  constructor({ file, reason, advice, cause }: { file: string; reason: string; advice: string } & Cause) {
    super(`The database "${file}" cannot be used: ${reason}. ${advice}`, { cause });
    this.file = file;
  }
}

/** The database was made by a newer version of this package. No data was touched. */
export class StorageVersionError extends CountersignError {
  override readonly name = 'StorageVersionError';
  readonly code = 'STORAGE_VERSION';
  readonly file: string;
  readonly found: number;
  readonly known: number;

  constructor({ file, found, known, cause }: { file: string; found: number; known: number } & Cause) {
    super(
      `The database "${file}" has schema version ${found}; this countersign knows up to ${known}. ` +
        'Install the newer countersign that wrote it, or use another file. No data was touched.',
      { cause },
    );
    this.file = file;
    this.found = found;
    this.known = known;
  }
}

/** The file is no database, or a damaged one, or a row does not parse. Nothing was written. */
export class StorageCorruptError extends CountersignError {
  override readonly name = 'StorageCorruptError';
  readonly code = 'STORAGE_CORRUPT';
  readonly file: string;

  constructor({ file, detail, cause }: { file: string; detail: string } & Cause) {
    super(`The database "${file}" is damaged: ${detail}. Move it away and restore a copy; nothing was written to it.`, { cause });
    this.file = file;
  }
}

/** The storage was closed before this call. Nothing was changed. */
export class StorageClosedError extends CountersignError {
  override readonly name = 'StorageClosedError';
  readonly code = 'STORAGE_CLOSED';

  constructor({ cause }: Cause = {}) {
    super('The storage was closed. Open it again before using it.', { cause });
  }
}

function describeIssues(issues: readonly ValidationIssue[]): string {
  if (issues.length === 0) return 'it does not fit';
  return issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}

function listSome(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).join(', ');
  return ids.length > 5 ? `${shown}, …` : shown;
}
