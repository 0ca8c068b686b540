import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool, say, scriptedModel } from 'countersign/testing';

/** A plan in a folder of its own, as an agent would have written it. */
export const planFile: string = join(mkdtempSync(join(tmpdir(), 'countersign-documented-')), 'refactor-auth.md');
writeFileSync(planFile, '# Refactor auth\n\n1. Split the module.\n2. Add tests.\n');

/** A scripted model in the place of a real one: it submits the plan, and builds after the approval. */
export const model: ReturnType<typeof scriptedModel> = scriptedModel([
  [say('I wrote a plan.'), callTool('submit_plan', { path: planFile })],
  [say(['Building ', 'it.\n'])],
]);
