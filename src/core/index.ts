/** The words all rooms share: schemas, types, errors, and the states of a run and of a review as pure functions; no I/O. */
export type { CallOutcome, CallRecord, CallState, CallStatus, SettledCall, WaitingCall } from './call.ts';
export { isSettled, isWaiting } from './call.ts';
export type { Change, RunExpectation } from './change.ts';
export type {
  Chunk,
  ChunkPayloads,
  ChunkType,
  FinishPayload,
  FinishReason,
  SuspendedPayload,
  ToolCallPayload,
} from './chunk.ts';
export type { ErrorCode, ValidationIssue } from './countersign-error.ts';
export { ConfigurationError, CountersignError, errorCodes, InvalidInputError } from './countersign-error.ts';
export type { CommentKind, Decision, ReviewComment } from './decision.ts';
export { decisionSchema, hasFeedback, reviewCommentSchema, strictDecisionSchema } from './decision.ts';
export type { InterruptedAnswer } from './interrupted-run.ts';
export { answerInterrupted, findUnknownCalls } from './interrupted-run.ts';
export type { JsonObject, JsonValue } from './json.ts';
export { isRecord, parseJson, toJsonValue } from './json.ts';
export type {
  AssistantMessage,
  AssistantPart,
  FilePart,
  Message,
  ProviderMetadata,
  ReasoningPart,
  SourcePart,
  SystemMessage,
  TextPart,
  ToolCallPart,
  ToolMessage,
  ToolOutput,
  ToolResultPart,
  UserMessage,
} from './message.ts';
export { planIdOf } from './plan-id.ts';
export type { DeliveredLeg, DueDelivery, Logger, PlanFolder, ResumableAgent } from './resumable-agent.ts';
export { retryOnConflict } from './retry-on-conflict.ts';
export type {
  Assurance,
  ClosedReason,
  DecisionAuthor,
  DecisionRecord,
  DeliveryPatch,
  DeliveryRecord,
  DeliveryStatus,
  DraftRecord,
  EventChange,
  EventRecord,
  PlanSnapshot,
  ReviewPatch,
  ReviewRecord,
  ReviewSource,
  ReviewStatus,
} from './review.ts';
export type { NewDecision, NewReview } from './review-changes.ts';
export {
  assertDecidable,
  closeReview,
  confirmDelivery,
  decideReview,
  recordFirstReading,
  replaceReview,
  submitReview,
  toStandingDecision,
  undoDecision,
} from './review-changes.ts';
export type { PlanUnreadableReason, StandingDecision } from './review-errors.ts';
export {
  AlreadyDecidedError,
  DecisionNotUndoableError,
  PlanChangedError,
  PlanNotReadError,
  PlanUnreadableError,
  ReviewClosedError,
  ReviewNotFoundError,
} from './review-errors.ts';
export type { Claim, ClaimOwner, RunOptions, RunPatch, RunRecord, RunStatus } from './run.ts';
export { claimSuspendedRun, endedStatuses, endRun, takeOver } from './run.ts';
export {
  AbortedError,
  ClaimLostError,
  InvalidResumeDataError,
  ModelFailedError,
  RunExistsError,
  RunNotFoundError,
  RunNotInterruptedError,
  RunNotSuspendedError,
  ToolCallAmbiguousError,
  ToolCallNotInterruptedError,
  ToolCallNotSuspendedError,
  ToolNotFoundError,
  WrongAgentError,
} from './run-errors.ts';
export type { AnySchema, Checked, InferOutput } from './schema.ts';
export { checkAgainst, toJsonSchema } from './schema.ts';
export type { DeliveryFilter, Listing, MessageRow, Page, ReviewFilter, RunFilter, Storage } from './storage.ts';
export {
  ConflictError,
  StorageClosedError,
  StorageCorruptError,
  StorageUnavailableError,
  StorageVersionError,
} from './storage-errors.ts';
export { timeOrderedId } from './time-ordered-id.ts';
export type { Usage } from './usage.ts';
export { addUsage, noUsage } from './usage.ts';
