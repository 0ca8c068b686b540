import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  type CallRecord,
  type Change,
  confirmDelivery,
  type DecisionAuthor,
  type DeliveredLeg,
  type DueDelivery,
  noUsage,
  type PlanFolder,
  type PlanSnapshot,
  planIdOf,
  type ResumableAgent,
  type ReviewRecord,
  RunNotSuspendedError,
  type RunRecord,
  type Storage,
  submitReview,
} from '../../src/core/index.ts';
import { planFolder } from '../../src/plans/index.ts';
import { createReviewHost, type ReviewHost, type ReviewHostOptions } from '../../src/review/index.ts';
import { memoryStorage } from '../../src/storage/index.ts';

/** A person at the page. */
export const min: DecisionAuthor = { name: 'min', assurance: 'authenticated', surface: 'page' };
/** A person at the command. */
export const sam: DecisionAuthor = { name: 'sam', assurance: 'local', surface: 'command' };

export const planA =
  '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';
export const planB = '# Rotate signing keys\n\n1. Add the second key.\n2. Sign with both.\n3. Drop the first key.\n';

/** A clock that stands still until it is told to go on. */
export interface TestClock {
  now(): string;
  advance(ms: number): void;
}

export function testClock(start = '2026-01-05T09:00:00.000Z'): TestClock {
  let ms = Date.parse(start);
  return {
    now: () => new Date(ms).toISOString(),
    advance(by) {
      ms += by;
    },
  };
}

/** A folder with plans, a storage, a clock that stands still, and a host over them. */
export interface Desk {
  readonly root: string;
  readonly folder: PlanFolder;
  readonly storage: Storage;
  readonly clock: TestClock;
  readonly host: ReviewHost;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Another host on the same storage and clock. */
  openHost(options?: Partial<ReviewHostOptions>): ReviewHost;
  /** What an agent does that submits a plan: its run rests, its call waits, the review is there. */
  submitForAgent(given?: AgentSubmission): Promise<ReviewRecord>;
}

export interface AgentSubmission {
  readonly agentId?: string;
  readonly runId?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly path?: string;
  readonly revision?: number;
  readonly reviewId?: string;
  /** `false`: the agent left the file to the host. */
  readonly isRead?: boolean;
  readonly expiresAt?: string;
}

export async function openDesk(options: Partial<ReviewHostOptions> = {}): Promise<Desk> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'countersign-review-')));
  const folder = planFolder({ root });
  const storage = options.storage ?? memoryStorage();
  const clock = testClock();
  const openHost = (more: Partial<ReviewHostOptions> = {}): ReviewHost => {
    const host = createReviewHost({ storage, planFolder: folder, now: clock.now, ...options, ...more });
    onTestFinished(() => host.stop());
    return host;
  };
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return {
    root,
    folder,
    storage,
    clock,
    host: openHost(),
    openHost,
    async write(path, text) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    remove: (path) => rm(join(root, path), { recursive: true, force: true }),
    submitForAgent: (given = {}) => submitForAgent({ storage, folder, clock }, given),
  };
}

/** What an agent does that submits a plan: its run rests, its call waits, the review is there. */
export async function submitForAgent(
  { storage, folder, clock }: Pick<Desk, 'storage' | 'folder' | 'clock'>,
  given: AgentSubmission,
): Promise<ReviewRecord> {
  const { agentId = 'planner', runId = 'run-1', toolCallId = 'call-1', path = 'plans/export-csv.md' } = given;
  const plan: PlanSnapshot | null = given.isRead === false ? null : await folder.read(path);
  const { review, changes } = submitReview({
    id: given.reviewId ?? crypto.randomUUID(),
    planId: planIdOf([agentId, runId, path]),
    revision: given.revision ?? 1,
    path,
    plan,
    source: {
      host: 'agent',
      agentId,
      controllerId: null,
      sessionId: null,
      runId,
      toolCallId,
      threadId: null,
      modeId: null,
    },
    at: clock.now(),
    expiresAt: given.expiresAt ?? null,
  });
  const call: Change = { type: 'call-created', call: waitingCall(given) };
  const run: Change[] =
    (await storage.getRun(runId)) === null
      ? [{ type: 'run-created', run: restingRun(runId, agentId, clock.now()) }]
      : [];
  await storage.commit([...run, call, ...changes]);
  return review;
}

function waitingCall({
  runId = 'run-1',
  toolCallId = 'call-1',
  toolName = 'submit_plan',
  path,
}: AgentSubmission): CallRecord {
  return {
    runId,
    toolCallId,
    step: 1,
    position: 0,
    toolName,
    args: { path: path ?? 'plans/export-csv.md' },
    isPlan: true,
    isIdempotent: true,
    state: { status: 'waiting', for: 'answer', suspendPayload: null, resumeSchema: null },
  };
}

function restingRun(id: string, agentId: string, at: string): RunRecord {
  return {
    id,
    agentId,
    controllerId: null,
    sessionId: null,
    threadId: null,
    resourceId: null,
    status: 'suspended',
    version: 1,
    token: 1,
    claim: null,
    step: 1,
    stepBase: 0,
    usage: noUsage,
    error: null,
    createdAt: at,
    updatedAt: at,
    suspendedAt: at,
    options: {},
  };
}

/** An agent that keeps the promises of the port and does nothing else: it settles the call in the claiming commit. */
export interface TestAgent extends ResumableAgent {
  /** The actions that reached it, in order. */
  readonly answers: string[];
  /** How often `deliver` and `recover` were called. */
  readonly calls: { deliver: number; recover: number };
}

export interface TestAgentOptions {
  readonly id?: string;
  /** Runs before a delivery; throws to make it fail. */
  readonly beforeDeliver?: ((due: DueDelivery) => void | Promise<void>) | undefined;
  readonly recover?: () => Promise<readonly DeliveredLeg[]>;
  readonly settled?: DeliveredLeg['settled'];
}

export function testAgent(storage: Storage, options: TestAgentOptions = {}): TestAgent {
  const answers: string[] = [];
  const calls = { deliver: 0, recover: 0 };
  const settled = options.settled ?? Promise.resolve({ status: 'success' as const });
  return {
    id: options.id ?? 'planner',
    answers,
    calls,
    async deliver(due) {
      calls.deliver += 1;
      await options.beforeDeliver?.(due);
      await settleCall(storage, due);
      answers.push(due.decision.decision.action);
      return { runId: due.delivery.runId ?? '', settled };
    },
    async recover() {
      calls.recover += 1;
      return (await options.recover?.()) ?? [];
    },
  };
}

async function settleCall(storage: Storage, due: DueDelivery): Promise<void> {
  const runId = due.delivery.runId ?? '';
  const run = await storage.getRun(runId);
  if (run?.status !== 'suspended') throw new RunNotSuspendedError({ runId, status: run?.status ?? 'gone' });
  const at = due.delivery.dueAt;
  await storage.commit([
    {
      type: 'run-updated',
      runId,
      expect: { version: run.version, status: ['suspended'] },
      set: { status: 'finished', updatedAt: at, suspendedAt: null },
    },
    {
      type: 'call-updated',
      runId,
      toolCallId: due.review.source.toolCallId ?? '',
      expect: ['waiting'],
      state: { status: 'settled', outcome: 'result', result: null, output: { type: 'text', value: 'answered' } },
    },
    confirmDelivery(due.review, due.delivery, at),
  ]);
}

/** A storage that lets somebody else act once, just before its next commit. */
export function interruptNextCommit(storage: Storage, act: () => Promise<unknown>): Storage {
  let isDone = false;
  return {
    ...bindStorage(storage),
    async commit(changes) {
      if (!isDone) {
        isDone = true;
        await act();
      }
      await storage.commit(changes);
    },
  };
}

/** The methods of a storage as plain functions, so that a test can put another one in the place of some. */
export function bindStorage(storage: Storage): Storage {
  return {
    name: storage.name,
    owner: storage.owner,
    commit: (changes) => storage.commit(changes),
    getRun: (runId) => storage.getRun(runId),
    listRuns: (filter) => storage.listRuns(filter),
    getMessages: (runId) => storage.getMessages(runId),
    getCalls: (runIds) => storage.getCalls(runIds),
    getReview: (reviewId) => storage.getReview(reviewId),
    listReviews: (filter) => storage.listReviews(filter),
    getPlan: (planSha256) => storage.getPlan(planSha256),
    listDecisions: (reviewIds) => storage.listDecisions(reviewIds),
    listDeliveries: (filter) => storage.listDeliveries(filter),
    getDraft: (reviewId, reviewer) => storage.getDraft(reviewId, reviewer),
    listDrafts: (reviewId) => storage.listDrafts(reviewId),
    listEvents: (chain) => storage.listEvents(chain),
    isClaimLapsed: (claim, now) => storage.isClaimLapsed(claim, now),
    watch: (listener) => storage.watch(listener),
    close: () => storage.close(),
  };
}
