import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Agent, type AgentConfig } from '../../src/agent/index.ts';
import { planFolder } from '../../src/plans/index.ts';
import { createReviewHost, type ReviewHost } from '../../src/review/index.ts';
import { type Storage, sqliteStorage } from '../../src/storage/index.ts';
import { type AnyTool, submitPlanTool } from '../../src/tools/index.ts';

/** What one process has open: nothing of it is shared with the next. */
export interface Process {
  readonly agent: Agent;
  readonly host: ReviewHost;
  readonly storage: Storage;
}

/** How to open a process on a project folder. */
export interface ProcessOptions {
  readonly model: AgentConfig['model'];
  readonly tools?: Readonly<Record<string, AnyTool>>;
  /** Whether the agent reads plans at submission. Default: yes. */
  readonly readsPlans?: boolean;
}

/** Opens what a process opens on a project: its database, its agent and its review host. Closed when the test ends. */
export function openProcess(root: string, { model, tools = {}, readsPlans = true }: ProcessOptions): Process {
  const storage = sqliteStorage({ path: join(root, '.countersign', 'countersign.db') });
  const folder = planFolder({ root });
  const agent = new Agent({
    id: 'planner',
    instructions: 'Write a plan, then submit it.',
    model,
    tools: { submitPlanTool, ...tools },
    storage,
    plans: readsPlans ? folder : undefined,
  });
  const host = createReviewHost({ storage, planFolder: folder });
  onTestFinished(async () => {
    await host.stop();
    await storage.close();
  });
  return { agent, host, storage };
}
