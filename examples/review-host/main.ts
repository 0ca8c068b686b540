/** A review host beside an agent: it lists what waits, takes one decision each, and continues the agent. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// region imports
import { Agent } from 'countersign/agent';
import { planFolder } from 'countersign/plans';
import { createReviewHost } from 'countersign/review';
import { sqliteStorage } from 'countersign/storage';
import { callTool, say, scriptedModel } from 'countersign/testing';
import { submitPlanTool } from 'countersign/tools';

// endregion

const root = mkdtempSync(join(tmpdir(), 'countersign-host-'));
mkdirSync(join(root, 'plans'));
writeFileSync(join(root, 'plans', 'auth.md'), '# Refactor auth\n\n1. Split the module.\n');
const model = scriptedModel([callTool('submit_plan', { path: 'plans/auth.md' }), say('Done.')]);

const shown: string[] = [];
const show = (text: string): void => void shown.push(text);

// region host
const storage = sqliteStorage({ path: join(root, '.countersign', 'countersign.db') });
const plans = planFolder({ root });
const agent = new Agent({ id: 'planner', model, tools: { submitPlanTool }, storage, plans });

const host = createReviewHost({ storage, planFolder: plans });
host.attach(agent); // decisions for the runs of this agent are delivered here
await host.start(); // also those that were made while no process was up

await agent.generate('Refactor the auth module'); // rests when the plan is submitted

for (const waiting of (await host.list()).items) {
  const { review, text } = await host.get(waiting.review.id);
  const planSha256 = review.planSha256 ?? undefined; // what is decided is what was shown
  show(text ?? '(nobody could read it)'); // the plan as it was submitted
  await host.decide(
    review.id,
    { action: 'approved', feedback: 'Keep the old endpoint for one release.', planSha256 },
    { by: { name: 'min', assurance: 'authenticated', surface: 'my review page' } },
  );
}
// endregion

assert.deepEqual(shown, ['# Refactor auth\n\n1. Split the module.\n']);
const [run] = (await storage.listRuns()).items;
const runId = run?.id ?? '';
const deadline = Date.now() + 10_000;
while ((await storage.getRun(runId))?.status !== 'finished') {
  assert.ok(Date.now() < deadline, 'the run went on within ten seconds');
  await new Promise((resolve) => setTimeout(resolve, 20));
}
assert.match(JSON.stringify(model.requests[1]?.messages), /Keep the old endpoint/);
await host.stop();
await storage.close();
console.log('The review host: submitted, listed, read, approved with a note, continued.');
