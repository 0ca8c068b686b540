// region model
import type { LanguageModel } from 'countersign/agent';
import { callTool, say, scriptedModel } from 'countersign/testing';

export const model: LanguageModel = scriptedModel([
  [say('I wrote a plan.'), callTool('submit_plan', { path: 'plans/refactor-auth.md' })],
  [say(['Building ', 'it.\n'])],
]);
// endregion
