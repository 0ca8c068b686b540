/** A Next route handler that decides and continues the run in the same request, called as Next would call it. */
import assert from 'node:assert/strict';
import { agent } from './agent.ts';
import { POST } from './app/api/runs/[runId]/decision/route.ts';

const { runId, suspendPayload } = await agent.generate('Refactor the auth module');
assert.equal(suspendPayload?.toolName, 'submit_plan');

const decide = (body: object, id: string = runId): Promise<Response> =>
  POST(new Request('http://localhost/', { method: 'POST', body: JSON.stringify(body) }), {
    params: Promise.resolve({ runId: id }),
  });

const unknown = await decide({ action: 'approved' }, 'no-such-run');
assert.equal(unknown.status, 404);

const approved = await decide({ action: 'approved' });
assert.equal(approved.status, 200);
assert.equal(await approved.text(), 'Done.');

const late = await decide({ action: 'approved' });
assert.equal(late.status, 409);
console.log('The Next route: an unknown run, an approval, and a late answer.');
