import { randomUUID } from 'node:crypto';
import {
  type DeliveredLeg,
  type DueDelivery,
  InvalidInputError,
  type Logger,
  type PlanFolder,
  type Storage,
} from '../core/index.ts';
import { type GivenDecision, recordDecision } from './decide-review.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import { diffReviews } from './diff-reviews.ts';
import { getReview } from './get-review.ts';
import type { HostContext } from './host-context.ts';
import { listReviews } from './list-reviews.ts';
import { parseHold } from './parse-input.ts';
import { previewAnswer } from './preview-answer.ts';
import { rereadReview } from './reread-review.ts';
import type { ReviewHost, ReviewSummary } from './review-host.ts';
import { saveDraft } from './save-draft.ts';
import { submitFile, submitText } from './submit-plan.ts';
import { readSummary } from './summarize-reviews.ts';
import { undoReview } from './undo-review.ts';
import { waitForDecision } from './wait-for-decision.ts';

/** Options of {@link createReviewHost}. */
export interface ReviewHostOptions {
  /** Where the reviews rest: the same storage as the agents', or another one on the same database. */
  readonly storage: Storage;
  /**
   * Reads the files that are submitted here, and those of plans that no agent has read. Without it such plans are listed
   * by their path and cannot be approved.
   */
  readonly planFolder?: PlanFolder | undefined;
  /** The clock. Default: the system's. */
  readonly now?: (() => Date | string) | undefined;
  /** Default: random UUIDs. */
  readonly generateId?: (() => string) | undefined;
  /** Told of deliveries that do not work out. Default: nobody. */
  readonly logger?: Logger | undefined;
  /** How long a decision is held when `decide` is not told, in milliseconds, 0 to 30,000. Default 0. */
  readonly holdMs?: number | undefined;
  /** The longest time between two looks at the storage, in milliseconds, 1 to 86,400,000, for what no watch tells. Default 30,000. */
  readonly pollMs?: number | undefined;
  /** How long to wait after a delivery that failed, in milliseconds from 1; doubles each time, up to ten minutes. Default 1,000. */
  readonly retryMs?: number | undefined;
  /** Called after each decision that this host has delivered, with the leg that goes on. What it throws is logged. */
  readonly onDelivered?: ((leg: DeliveredLeg, due: DueDelivery) => void) | undefined;
}

/**
 * Makes a review host over a storage. It does nothing by itself until `start`; several hosts, in several processes, may
 * share one storage.
 *
 * @throws {InvalidInputError} an option outside its range.
 */
export function createReviewHost(options: ReviewHostOptions): ReviewHost {
  const context = createContext(options);
  const loop = new DeliveryLoop(context);
  return {
    list: (filter) => listReviews(context, filter),
    get: (reviewId) => getReview(context, reviewId),
    diff: (reviewId, { base } = {}) => diffReviews(context, reviewId, base),
    preview: (reviewId, decision) => previewAnswer(context, reviewId, decision),
    saveDraft: (reviewId, draft) => saveDraft(context, reviewId, draft),
    decide: (reviewId, decision, decideOptions) =>
      decide(context, loop, { reviewId, decision, options: decideOptions }),
    undo: (reviewId) => undoReview(context, reviewId),
    reread: (reviewId) => rereadReview(context, reviewId),
    submit: (path, submitOptions) => submitFile(context, path, submitOptions),
    submitText: (plan, submitOptions) => submitText(context, plan, submitOptions),
    waitForDecision: (reviewId, waitOptions = {}) => waitForDecision(context, reviewId, waitOptions),
    watch: (listener) => context.storage.watch(listener),
    attach: (agent) => loop.attach(agent),
    start: () => loop.start(),
    stop: () => loop.stop(),
    waitForLegs: () => loop.waitForLegs(),
  };
}

async function decide(
  context: HostContext,
  loop: DeliveryLoop,
  { reviewId, ...given }: GivenDecision & { readonly reviewId: string },
): Promise<ReviewSummary> {
  const summary = await recordDecision(context, reviewId, given);
  const hasTried = summary.delivery !== null && (await loop.deliverNow(summary.delivery));
  return hasTried ? readSummary(context, summary.review) : summary;
}

const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): undefined {
  return undefined;
}

function createContext(options: ReviewHostOptions): HostContext {
  const { now = () => new Date() } = options;
  return {
    storage: options.storage,
    planFolder: options.planFolder ?? null,
    holdMs: parseHold(options.holdMs ?? 0),
    pollMs: parseWait('pollMs', options.pollMs ?? 30_000),
    retryMs: parseWait('retryMs', options.retryMs ?? 1_000),
    logger: options.logger ?? silent,
    onDelivered: options.onDelivered ?? ignore,
    now: () => new Date(now()).toISOString(),
    generateId: options.generateId ?? randomUUID,
  };
}

function parseWait(name: string, ms: number): number {
  if (ms >= 1 && ms <= 86_400_000) return ms;
  const message = `is ${ms}; it must be a number of milliseconds from 1 to 86,400,000`;
  throw new InvalidInputError({ what: 'The option of the review host', issues: [{ path: name, message }] });
}
