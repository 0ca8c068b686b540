import {
  type Change,
  ConfigurationError,
  closeReview,
  InvalidInputError,
  type PlanSnapshot,
  PlanUnreadableError,
  planIdOf,
  type ReviewRecord,
  type ReviewSource,
  retryOnConflict,
  submitReview,
} from '../core/index.ts';
import { decodePlan, hashPlan } from '../plans/index.ts';
import { expireReview, isExpired } from './expire-reviews.ts';
import type { HostContext } from './host-context.ts';
import { nextRevision, replaceWith } from './reread-review.ts';
import type { ReviewSummary, SubmitOptions } from './review-host.ts';
import { summarizeReviews, toUndecided } from './summarize-reviews.ts';

/** The longest plan without a file, in bytes of UTF-8: as long as a plan file may be. */
const maxTextBytes = 1_048_576;

/** Puts a file up for review, without a run. */
export async function submitFile(context: HostContext, path: string, options: SubmitOptions): Promise<ReviewSummary> {
  if (context.planFolder !== null) return submitSnapshot(context, await context.planFolder.read(path), options);
  throw new ConfigurationError({
    message: `The plan "${path}" cannot be submitted: this host has no planFolder. Give createReviewHost one, or use submitText.`,
  });
}

/** Puts a text up for review that has no file, or whose file somebody else has read. */
export async function submitText(
  context: HostContext,
  plan: Omit<PlanSnapshot, 'planSha256'>,
  options: SubmitOptions,
): Promise<ReviewSummary> {
  assertReadable(plan);
  return submitSnapshot(context, { ...plan, planSha256: hashPlan(plan.bytes) }, options);
}

function assertReadable({ path, root, bytes }: Omit<PlanSnapshot, 'planSha256'>): void {
  const at = { path, root: root ?? '' };
  if (bytes.byteLength > maxTextBytes) {
    const detail = `its text has ${bytes.byteLength} bytes; at most ${maxTextBytes} are reviewed. Split the plan.`;
    throw new PlanUnreadableError({ ...at, reason: 'too-large', detail });
  }
  if (decodePlan(bytes).trim() !== '') return;
  const detail = 'its text is empty or blank. Write the plan first, then submit it.';
  throw new PlanUnreadableError({ ...at, reason: bytes.byteLength === 0 ? 'empty' : 'blank', detail });
}

async function submitSnapshot(
  context: HostContext,
  plan: PlanSnapshot,
  options: SubmitOptions,
): Promise<ReviewSummary> {
  const source = toSource(options);
  const planId = planIdOf([source.host, source.sessionId ?? plan.root ?? '', plan.path]);
  return retryOnConflict(async () => {
    const items = await listOpen(context, planId);
    const open = (await summarizeReviews(context, items)).find((summary) => isOpenFor(summary, plan));
    if (open !== undefined) return open;
    const [older, ...others] = items.filter(({ status }) => status === 'waiting');
    if (older === undefined) return openReview(context, plan, { planId, source });
    const before = others.map(
      (review): Change => closeReview(review, 'replaced', { at: context.now(), replacedBy: older.id }),
    );
    return replaceWith(context, older, { plan, before });
  });
}

/** The reviews of a plan that wait or were decided, newest first; those past their time are closed first. */
async function listOpen(context: HostContext, planId: string): Promise<readonly ReviewRecord[]> {
  const { items } = await context.storage.listReviews({ planId, status: ['waiting', 'decided'] });
  const expired = items.filter((review) => isExpired(context, review));
  for (const review of expired) await expireReview(context, review);
  return expired.length === 0 ? items : listOpen(context, planId);
}

/** Whether these bytes still wait, or their answer was given and nobody has fetched it yet. */
function isOpenFor({ review, delivery }: ReviewSummary, plan: PlanSnapshot): boolean {
  if (review.planSha256 !== plan.planSha256) return false;
  return review.status === 'waiting' || delivery?.status === 'pending';
}

async function openReview(
  context: HostContext,
  plan: PlanSnapshot,
  { planId, source }: { readonly planId: string; readonly source: ReviewSource },
): Promise<ReviewSummary> {
  const revision = await nextRevision(context, planId);
  const opened = submitReview({
    id: context.generateId(),
    planId,
    revision,
    path: plan.path,
    plan,
    source,
    at: context.now(),
  });
  await context.storage.commit(opened.changes);
  return toUndecided(opened.review);
}

function toSource({ host, sessionId }: SubmitOptions): ReviewSource {
  if (host === '') {
    const message = "must name the kind of program that submits, for example 'shell'";
    throw new InvalidInputError({ what: 'The submission', issues: [{ path: 'host', message }] });
  }
  return {
    host,
    agentId: null,
    controllerId: null,
    sessionId: sessionId ?? null,
    runId: null,
    toolCallId: null,
    threadId: null,
    modeId: null,
  };
}
