// region program
import { readFileSync } from 'node:fs';
import { Agent } from 'countersign/agent';
import { submitPlanTool } from 'countersign/tools';
import { model } from './model.ts';

const agent = new Agent({
  id: 'planner',
  name: 'Planner',
  instructions: 'Write a plan to a file before starting work, then submit it for approval.',
  model, // any model of the AI SDK
  tools: { submitPlanTool },
});

const stream = await agent.stream('Refactor the auth module');

for await (const chunk of stream.fullStream) {
  if (chunk.type === 'tool-call-suspended' && chunk.payload.toolName === 'submit_plan') {
    const { path } = chunk.payload.suspendPayload;
    console.log(readFileSync(path, 'utf8'));

    const resumed = await agent.resumeStream({ action: 'approved' }, { runId: stream.runId });
    for await (const text of resumed.textStream) process.stdout.write(text);
  }
}
// endregion
