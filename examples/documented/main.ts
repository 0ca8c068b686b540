/** The documented loop, as written: a plan is submitted, read, approved, and the run goes on. No host, no storage, no network. */
import assert from 'node:assert/strict';
// region imports
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'countersign/agent';
import { callTool, say, scriptedModel } from 'countersign/testing';
import { submitPlanTool } from 'countersign/tools';

// endregion

const planFile = join(mkdtempSync(join(tmpdir(), 'countersign-documented-')), 'refactor-auth.md');
writeFileSync(planFile, '# Refactor auth\n\n1. Split the module.\n2. Add tests.\n');
const model = scriptedModel([
  [say('I wrote a plan.'), callTool('submit_plan', { path: planFile })],
  say(['Building ', 'it.']),
]);

// region agent
const agent = new Agent({
  id: 'planner',
  name: 'Planner',
  instructions: 'Write a plan to a file before starting work, then submit it for approval.',
  model, // any model of the AI SDK
  tools: { submitPlanTool },
});
// endregion

const printed: string[] = [];
const print = (text: string): void => void printed.push(text);

// region loop
const stream = await agent.stream('Refactor the auth module');

for await (const chunk of stream.fullStream) {
  if (chunk.type === 'tool-call-suspended' && chunk.payload.toolName === 'submit_plan') {
    const { path } = chunk.payload.suspendPayload;
    print(readFileSync(path, 'utf8'));

    const resumed = await agent.resumeStream({ action: 'approved' }, { runId: stream.runId });
    for await (const text of resumed.textStream) print(text);
  }
}
// endregion

assert.deepEqual(printed, [readFileSync(planFile, 'utf8'), 'Building ', 'it.']);
assert.equal(await stream.finishReason, 'suspended');
model.assertDone();
console.log('The documented loop: submitted, read, approved, done.');
