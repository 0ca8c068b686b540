/** The agent and its one loop: a run goes from prompt to end, rests in storage while somebody is asked, and goes on once. */
export type { AgentLeg, ApprovalOptions } from './agent.ts';
export { Agent } from './agent.ts';
export type {
  AgentConfig,
  LanguageModel,
  MessageInput,
  MessagesInput,
  RequireToolApproval,
  ResumeOptions,
  StreamOptions,
} from './agent-options.ts';
export type { SuspendedCall, SuspendedRun, SuspendedRunFilter } from './list-suspended-runs.ts';
export type { ResolveInterruptedOptions } from './resolve-interrupted.ts';
export type {
  FullOutput,
  OutputStatus,
  ResponseSummary,
  StepSummary,
  ToolResultEntry,
  WaitingPayload,
} from './run-output.ts';
export { RunOutput } from './run-output.ts';
