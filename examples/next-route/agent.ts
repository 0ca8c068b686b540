import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'countersign/agent';
import { planFolder } from 'countersign/plans';
import { sqliteStorage } from 'countersign/storage';
import { callTool, say, scriptedModel } from 'countersign/testing';
import { submitPlanTool } from 'countersign/tools';

const root = mkdtempSync(join(tmpdir(), 'countersign-next-'));
mkdirSync(join(root, 'plans'));
writeFileSync(join(root, 'plans', 'auth.md'), '# Refactor auth\n\n1. Split the module.\n');

/** The agent that all routes of the application share. */
export const agent: Agent = new Agent({
  id: 'planner',
  model: scriptedModel([callTool('submit_plan', { path: 'plans/auth.md' }), say('Done.')]),
  tools: { submitPlanTool },
  storage: sqliteStorage({ path: join(root, 'countersign.db') }),
  plans: planFolder({ root }),
});
