/** The front door: the names most programs need. Everything else has its own subpath. */
export { Agent } from './agent/index.ts';
export type { Chunk, Decision, ErrorCode, Message } from './core/index.ts';
export { CountersignError } from './core/index.ts';
export { planFolder } from './plans/index.ts';
export { createReviewHost } from './review/index.ts';
export { memoryStorage, sqliteStorage } from './storage/index.ts';
export { createSubmitPlanTool, createTool, submitPlanTool } from './tools/index.ts';
