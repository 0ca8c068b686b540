/** Two Hono routes: one starts a run and gives its plan, the other decides and continues it in the same request. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// region imports
import { CountersignError } from 'countersign';
import { Agent } from 'countersign/agent';
import { planFolder } from 'countersign/plans';
import { sqliteStorage } from 'countersign/storage';
import { callTool, say, scriptedModel } from 'countersign/testing';
import { submitPlanTool } from 'countersign/tools';
import { httpStatus } from 'countersign/web';
import { Hono } from 'hono';

// endregion

const root = mkdtempSync(join(tmpdir(), 'countersign-hono-'));
mkdirSync(join(root, 'plans'));
writeFileSync(join(root, 'plans', 'auth.md'), '# Refactor auth\n\n1. Split the module.\n');
const model = scriptedModel([
  callTool('submit_plan', { path: 'plans/auth.md' }),
  callTool('submit_plan', { path: 'plans/auth.md' }),
  say('Done.'),
]);

// region routes
const agent = new Agent({
  id: 'planner',
  model,
  tools: { submitPlanTool },
  storage: sqliteStorage({ path: join(root, '.countersign', 'countersign.db') }),
  plans: planFolder({ root }),
});

const app = new Hono();

app.post('/runs', async (c) => {
  const output = await agent.generate(await c.req.text());
  return c.json({ runId: output.runId, plan: output.suspendPayload?.suspendPayload });
});

// Your own sign-in belongs before this route. The page sends { action, planSha256, feedback? }, planSha256 as it stood in `plan`.
app.post('/runs/:runId/decision', async (c) => {
  const output = await agent.resumeStream(await c.req.json(), { runId: c.req.param('runId') });
  return c.body(output.textStream.pipeThrough(new TextEncoderStream()));
});

app.onError((error) => {
  if (error instanceof SyntaxError) return Response.json({ code: 'INVALID_JSON' }, { status: 400 });
  if (!CountersignError.isInstance(error)) throw error;
  return Response.json({ code: error.code, message: error.message }, { status: httpStatus[error.code] });
});
// endregion

const post = (path: string, body: string): Promise<Response> =>
  Promise.resolve(app.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } }));

const started = await post('/runs', 'Refactor the auth module');
const { runId, plan } = await started.json();
const { planSha256 } = plan;

const malformed = await post(`/runs/${runId}/decision`, JSON.stringify({ action: 'yes' }));
assert.equal(malformed.status, 400);
assert.equal((await malformed.json()).code, 'INVALID_RESUME_DATA');

const broken = await post(`/runs/${runId}/decision`, '{');
assert.equal(broken.status, 400);

const rejected = await post(
  `/runs/${runId}/decision`,
  JSON.stringify({ action: 'rejected', feedback: 'Add tests', planSha256 }),
);
assert.equal(rejected.status, 200);
assert.equal(await rejected.text(), '');
assert.match(JSON.stringify(model.requests[1]?.messages), /Add tests/);

const approved = await post(`/runs/${runId}/decision`, JSON.stringify({ action: 'approved', planSha256 }));
assert.equal(await approved.text(), 'Done.');

const late = await post(`/runs/${runId}/decision`, JSON.stringify({ action: 'approved', planSha256 }));
assert.equal(late.status, 409);
model.assertDone();
console.log('The Hono routes: a malformed answer, a rejection, an approval, and a late answer.');
