/** The words all rooms share: schemas, types, errors, and the states of a run and of a review as pure functions; no I/O. */
export type { CallOutcome, CallRecord, CallState, CallStatus, SettledCall, WaitingCall } from './call.ts';
export { isSettled, isWaiting } from './call.ts';
export type { Change, RunExpectation } from './change.ts';
export type { Chunk, ChunkPayloads, ChunkType, FinishPayload, FinishReason, SuspendedPayload, ToolCallPayload } from './chunk.ts';
export type { CommentKind, Decision, ReviewComment } from './decision.ts';
export { decisionSchema, hasFeedback, reviewCommentSchema, strictDecisionSchema } from './decision.ts';
export type { ErrorCode, PlanUnreadableReason, StandingDecision, ValidationIssue } from './errors.ts';
export {
  AbortedError,
  AlreadyDecidedError,
  ClaimLostError,
  ConfigurationError,
  ConflictError,
  CountersignError,
  DecisionNotUndoableError,
  errorCodes,
  InvalidInputError,
  InvalidResumeDataError,
  ModelFailedError,
  PlanChangedError,
  PlanNotReadError,
  PlanUnreadableError,
  ReviewClosedError,
  ReviewNotFoundError,
  RunExistsError,
  RunNotFoundError,
  RunNotSuspendedError,
  StorageClosedError,
  StorageCorruptError,
  StorageUnavailableError,
  StorageVersionError,
  ToolCallAmbiguousError,
  ToolCallNotSuspendedError,
  ToolNotFoundError,
  WrongAgentError,
} from './errors.ts';
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
export type { Claim, ClaimOwner, RunOptions, RunPatch, RunRecord, RunStatus } from './run.ts';
export { claimSuspendedRun, endedStatuses, endRun, takeOver } from './run.ts';
export type { AnySchema, Checked, InferOutput } from './schema.ts';
export { checkAgainst, toJsonSchema } from './schema.ts';
export type { DeliveryFilter, Listing, MessageRow, Page, ReviewFilter, RunFilter, Storage } from './storage.ts';
export type { Usage } from './usage.ts';
export { addUsage, noUsage } from './usage.ts';
