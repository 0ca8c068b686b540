// A process of the kill-and-resume journey: `node planner.mjs <project> <what>`. It uses the built package as users do.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from 'countersign/agent';
import { planFolder } from 'countersign/plans';
import { createReviewHost } from 'countersign/review';
import { sqliteStorage } from 'countersign/storage';
import { callTool, say, scriptedModel } from 'countersign/testing';
import { createTool, submitPlanTool } from 'countersign/tools';

const [root, what, ...rest] = process.argv.slice(2);
const storage = sqliteStorage({ path: join(root, '.countersign', 'countersign.db') });

const applyChange = createTool({
  id: 'apply_change',
  description: 'Changes something, in a file that outlives the process',
  execute: () => {
    appendFileSync(join(root, 'effects.txt'), `${process.pid}\n`);
    return 'changed';
  },
});

const agentWith = (script) =>
  new Agent({
    id: 'planner',
    model: scriptedModel(script, { strict: true }),
    tools: { submitPlanTool, applyChange },
    storage,
    plans: planFolder({ root }),
  });

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const afterApproval = [[callTool('apply_change')], [say('Done.')]];

const jobs = {
  /** Runs to the suspension, says so, and stays alive to be killed. */
  async submit() {
    const agent = agentWith([[say('Planning.'), callTool('submit_plan', { path: 'plans/a.md' })]]);
    const output = await agent.generate('Export orders');
    print({ status: output.status, runId: output.runId });
    setInterval(() => undefined, 1000);
  },

  /** Attaches the agent and goes on with whatever was decided. */
  async attach() {
    const host = createReviewHost({ storage, planFolder: planFolder({ root }) });
    const agent = agentWith(afterApproval);
    const legs = [];
    host.attach({
      id: agent.id,
      recover: () => agent.recover(),
      deliver: async (due) => {
        const leg = await agent.deliver(due);
        legs.push(leg.output.getFullOutput());
        return leg;
      },
    });
    await host.start();
    const deadline = Date.now() + Number(rest[0] ?? 10_000);
    while (legs.length === 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const output of await Promise.all(legs)) print({ status: output.status, text: output.text });
    await host.stop();
    await storage.close();
  },

  /** Waits for a line, answers at once, and says what came of it. */
  async answer() {
    const [runId, action] = rest;
    const agent = agentWith(afterApproval);
    await agent.listSuspendedRuns();
    print('ready');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    const decision = action === 'approved' ? { action } : { action, feedback: 'no' };
    const result = await agent.resumeGenerate(decision, { runId }).then(
      ({ status }) => ({ status }),
      (error) => ({ code: error.code, action: error.decision?.action }),
    );
    print(result);
    process.exit(0);
  },
};

await jobs[what]();
