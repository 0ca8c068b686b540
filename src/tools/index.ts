/** What a model may call: `createTool`, and `submit_plan`, the tool that hands in a plan and waits for its decision. */
export type { ToolDefinition } from './create-tool.ts';
export { createTool } from './create-tool.ts';
export type { SubmitPlanInput, SubmitPlanResult, SubmitPlanToolOptions } from './submit-plan-tool.ts';
export { createSubmitPlanTool, submitPlanTool } from './submit-plan-tool.ts';
export type { AnyTool, PlanSubmission, Tool, ToolAgentContext, ToolContext } from './tool.ts';
