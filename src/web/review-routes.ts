import { Hono } from 'hono';
import * as v from 'valibot';
import {
  type Decision,
  type DecisionAuthor,
  InvalidInputError,
  reviewCommentSchema,
  strictDecisionSchema,
} from '../core/index.ts';
import type { ReviewDetail, ReviewHost, ReviewSummary } from '../review/index.ts';
import type { Caller } from './access.ts';
import { answerJson } from './answer-error.ts';
import type { PlanRenderer } from './plan-renderer.ts';
import { readJsonBody } from './read-json-body.ts';
import { toDiffView, toReviewItem, toSourceLines } from './to-wire.ts';
import type { ReviewList, ReviewUpdate, ReviewView, WireDraft } from './wire.ts';

/** What the routes need. */
export interface RouteContext {
  readonly host: ReviewHost;
  readonly renderer: PlanRenderer;
  /** Who reviews, as drafts and decisions name them. */
  readonly reviewer: string;
  readonly holdMs: number;
  readonly maxBodyBytes: number;
  readonly now: () => Date;
}

/** What a request has been found to be before it reaches a route. */
export interface RouteEnv {
  readonly Variables: { readonly caller: Caller };
}

const waitingPerPage = 200;
const recentPerPage = 60;
const recentShown = 20;

const draftSchema = v.strictObject({ text: v.string(), comments: v.optional(v.array(reviewCommentSchema)) });
const emptySchema = v.strictObject({});

/** Everything below `/api/reviews`: each route parses, asks the host once or twice, and answers. */
export function createReviewRoutes(context: RouteContext): Hono<RouteEnv> {
  const { host, maxBodyBytes } = context;
  const routes = new Hono<RouteEnv>();

  routes.get('/', async () => answerJson(await readList(context)));
  routes.get('/:id', async (c) => {
    const detail = await host.get(c.req.param('id'));
    const known = c.req.query('known');
    const isTextKnown = known !== undefined && known === detail.review.planSha256;
    return answerJson(isTextKnown ? toReviewUpdate(detail, context) : await toReviewView(detail, context));
  });
  routes.get('/:id/diff', async (c) => {
    return answerJson(toDiffView(await host.diff(c.req.param('id'), { base: c.req.query('base') })));
  });
  routes.post('/:id/preview', async (c) => {
    const body = await readJsonBody(c.req.raw, strictDecisionSchema, { maxBytes: maxBodyBytes, what: 'The decision' });
    if ('refusal' in body) return body.refusal;
    return answerJson({ text: await host.preview(c.req.param('id'), body.value) });
  });
  routes.post('/:id/decision', async (c) => {
    const body = await readJsonBody(c.req.raw, strictDecisionSchema, { maxBytes: maxBodyBytes, what: 'The decision' });
    if ('refusal' in body) return body.refusal;
    assertNamesWhatWasSeen(body.value);
    const by = toAuthor(c.get('caller'), context.reviewer);
    return answerJson(toReviewItem(await host.decide(c.req.param('id'), body.value, { by, holdMs: context.holdMs })));
  });
  for (const action of ['undo', 'reread'] as const) {
    routes.post(`/:id/${action}`, async (c) => {
      const body = await readJsonBody(c.req.raw, emptySchema, { maxBytes: maxBodyBytes, what: 'The body' });
      if ('refusal' in body) return body.refusal;
      return answerJson(toReviewItem(await host[action](c.req.param('id'))));
    });
  }
  routes.put('/:id/draft', async (c) => {
    const body = await readJsonBody(c.req.raw, draftSchema, { maxBytes: maxBodyBytes, what: 'The draft' });
    if ('refusal' in body) return body.refusal;
    const draft = await host.saveDraft(c.req.param('id'), { ...body.value, reviewer: context.reviewer });
    return answerJson({ draft: draft === null ? null : toWireDraft(draft) });
  });
  return routes;
}

async function readList({ host, reviewer, now }: RouteContext): Promise<ReviewList> {
  const waiting = await host.list({ status: ['waiting'], perPage: waitingPerPage });
  const ended = await host.list({ status: ['decided', 'closed'], perPage: recentPerPage });
  return {
    waiting: waiting.items.map(toReviewItem),
    waitingTotal: waiting.total,
    recent: pickRecent(ended.items, new Set(waiting.items.map(({ review }) => review.planId))).map(toReviewItem),
    reviewer,
    now: now().toISOString(),
  };
}

/** The newest review of each plan that does not wait again. */
function pickRecent(ended: readonly ReviewSummary[], waitingPlans: ReadonlySet<string>): readonly ReviewSummary[] {
  const newest = new Map<string, ReviewSummary>();
  for (const summary of ended) {
    const { planId, revision } = summary.review;
    const known = newest.get(planId);
    if (!waitingPlans.has(planId) && (known === undefined || known.review.revision < revision))
      newest.set(planId, summary);
  }
  return [...newest.values()].slice(0, recentShown);
}

async function toReviewView(detail: ReviewDetail, context: RouteContext): Promise<ReviewView> {
  const { isTextKnown: _isTextKnown, ...update } = toReviewUpdate(detail, context);
  const { text } = detail;
  if (text === null) return { ...update, html: null, outline: [], sourceLines: null };
  return { ...update, ...(await context.renderer.render(text)), sourceLines: toSourceLines(text) };
}

function toReviewUpdate(detail: ReviewDetail, { reviewer, now }: RouteContext): ReviewUpdate {
  const draft = detail.drafts.find((candidate) => candidate.reviewer === reviewer);
  return {
    ...toReviewItem(detail),
    isTextKnown: true,
    fileState: detail.file.state,
    revisions: detail.revisions.map(toReviewItem),
    draft: draft === undefined ? null : toWireDraft(draft),
    runStatus: detail.run?.status ?? null,
    now: now().toISOString(),
  };
}

function toWireDraft({ text, savedAt }: WireDraft): WireDraft {
  return { text, savedAt };
}

/** An approval over HTTP says which bytes were on the screen; without that it could be about any. */
function assertNamesWhatWasSeen({ action, planSha256, revision }: Decision): void {
  if (action !== 'approved' || (planSha256 !== undefined && revision !== undefined)) return;
  const path = planSha256 === undefined ? 'planSha256' : 'revision';
  throw new InvalidInputError({ what: 'The approval', issues: [{ path, message: 'must name what was shown' }] });
}

function toAuthor(caller: Caller, reviewer: string): DecisionAuthor {
  return caller === 'page'
    ? { name: reviewer, assurance: 'local', surface: 'page' }
    : { name: reviewer, assurance: 'program', surface: 'api' };
}
