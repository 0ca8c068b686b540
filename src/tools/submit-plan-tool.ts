import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { checkAgainst, type Decision, decisionSchema, InvalidResumeDataError, type JsonValue } from '../core/index.ts';
import { assertAnswerFits, formatAnswer } from '../plans/index.ts';
import { createTool } from './create-tool.ts';
import type { Tool, ToolContext } from './tool.ts';

/** What `submit_plan` gives: `content` for the model, the rest for whoever replays the history. */
export interface SubmitPlanResult {
  readonly content: string;
  readonly isError: boolean;
  readonly action: Decision['action'];
  /** What the decision carried, word for word. */
  readonly submittedPlan: {
    readonly path?: string;
    readonly title?: string;
    readonly plan?: string;
    readonly feedback?: string;
  };
}

/** What the model sends. */
export interface SubmitPlanInput {
  readonly path: string;
}

/** Options of {@link createSubmitPlanTool}. */
export interface SubmitPlanToolOptions {
  /** Default `submit_plan`. */
  readonly id?: string;
  /** What the model is told the tool is for. */
  readonly description?: string;
}

const inputSchema = toStandardJsonSchema(
  v.object({
    path: v.pipe(
      v.string(),
      v.regex(/\S/, 'must name the plan file'),
      v.description('Path of the Markdown file that holds the plan'),
    ),
  }),
);

const suspendSchema = toStandardJsonSchema(
  v.object({
    path: v.string(),
    title: v.optional(v.string()),
    plan: v.optional(v.string()),
    planSha256: v.optional(v.string()),
    revision: v.optional(v.number()),
    reviewId: v.optional(v.string()),
  }),
);

const description =
  'Submits an implementation plan for review. First write the whole plan to a Markdown file, then call this with its path. ' +
  'Work stops here until a person has read the plan. Begin to implement only after the result says the plan is approved; ' +
  'after a rejection with feedback, revise the same file and call this again.';

/**
 * Makes a `submit_plan` tool of your own.
 *
 * The model calls it with `{ path }`; the run rests until somebody answers with
 * `{ action: 'approved' | 'rejected', feedback?, … }`; what the model reads then is in `content` of the result.
 */
export function createSubmitPlanTool(
  options: SubmitPlanToolOptions = {},
): Tool<SubmitPlanInput, SubmitPlanResult | string> {
  const toolName = options.id ?? 'submit_plan';
  const answer = (decision: Decision, plan: { readonly path: string; readonly revision: number }): SubmitPlanResult => {
    const content = formatAnswer(decision, { ...plan, toolName });
    assertAnswerFits(content);
    return toResult(decision, content);
  };

  return createTool({
    id: toolName,
    description: options.description ?? description,
    inputSchema,
    suspendSchema,
    resumeSchema: resumeJsonSchema,
    idempotent: true,
    toModelOutput: (result) => (typeof result === 'string' ? result : result.content),
    planSubmission: {
      getPath: (input) => readPath(input),
      // SubmitPlanResult holds strings and booleans only.
      answer: (decision, plan) => answer(decision, plan) as unknown as JsonValue,
    },
    execute: async ({ path }, context): Promise<SubmitPlanResult | string> => {
      const agent: Partial<ToolContext['agent']> | undefined = context.agent;
      if (agent?.suspend === undefined) {
        return `The plan "${path}" was not submitted: there is no agent run here that could wait for a decision. Show the file to a person yourself.`;
      }
      if (agent.resumeData === undefined) {
        await agent.suspend({ path });
        return '';
      }
      const checked = await checkAgainst(decisionSchema, agent.resumeData);
      if (!checked.isValid) throw new InvalidResumeDataError({ toolName, issues: checked.issues });
      return answer(checked.value, { path, revision: 1 });
    },
  });
}

const resumeJsonSchema = {
  '~standard': {
    ...decisionSchema['~standard'],
    jsonSchema: toStandardJsonSchema(
      v.object({
        action: v.picklist(['approved', 'rejected']),
        feedback: v.optional(v.string()),
        path: v.optional(v.string()),
        title: v.optional(v.string()),
        plan: v.optional(v.string()),
        planSha256: v.optional(v.string()),
        revision: v.optional(v.number()),
        mode: v.optional(v.string()),
        stop: v.optional(v.boolean()),
      }),
    )['~standard'].jsonSchema,
  },
};

/** The documented tool: give it to an agent as `tools: { submitPlanTool }`. */
export const submitPlanTool: Tool<SubmitPlanInput, SubmitPlanResult | string> = createSubmitPlanTool();

function readPath(input: unknown): string {
  return v.parse(v.object({ path: v.string() }), input).path;
}

function toResult(decision: Decision, content: string): SubmitPlanResult {
  const { path, title, plan, feedback } = decision;
  return {
    content,
    isError: false,
    action: decision.action,
    submittedPlan: {
      ...(path === undefined ? {} : { path }),
      ...(title === undefined ? {} : { title }),
      ...(plan === undefined ? {} : { plan }),
      ...(feedback === undefined ? {} : { feedback }),
    },
  };
}
