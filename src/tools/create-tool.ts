import type { StandardSchemaV1 } from '@standard-schema/spec';
import { ConfigurationError, type ToolOutput } from '../core/index.ts';
import type { PlanSubmission, Tool, ToolContext } from './tool.ts';

type Schema = StandardSchemaV1 | undefined;
type OutputOf<S extends Schema> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : unknown;

/** What {@link createTool} takes. Schemas are zod or any Standard Schema. */
export interface ToolDefinition<I extends Schema, O extends Schema, S extends Schema, R extends Schema, Result> {
  /** The name the model is offered: 1 to 64 letters, digits, `_` or `-`. */
  readonly id: string;
  readonly description: string;
  /** What the model must send; default: an empty object. It must be writable as JSON Schema (zod 4.2 and later is). */
  readonly inputSchema?: I;
  /** Checked before a result is stored; a result outside it is an error the model reads. */
  readonly outputSchema?: O;
  /** What `suspend` takes. With this or `resumeSchema`, the call is prepared before the rest of its step. */
  readonly suspendSchema?: S;
  /** What an answer must look like. An answer outside it is refused and the call still waits. */
  readonly resumeSchema?: R;
  /** Ask a person before it runs. A function that throws means: ask. Default: no. */
  readonly requireApproval?: boolean | ((input: OutputOf<I>) => boolean | Promise<boolean>);
  /** Refuse the call until a plan of the thread is approved. Default: no. */
  readonly requiresApprovedPlan?: boolean;
  /** Running it twice does no harm: after a crash it is run again without asking. Default: no. */
  readonly idempotent?: boolean;
  /** What the model reads of a result; default: strings as text, all else as JSON. */
  readonly toModelOutput?: (output: Result) => string | ToolOutput;
  /** For tools that submit plans. */
  readonly planSubmission?: PlanSubmission;
  /** Throwing makes an error result that the model reads; returning nothing makes the result `null`. */
  readonly execute: (input: OutputOf<I>, context: ToolContext<OutputOf<S>, OutputOf<R>>) => Promise<Result> | Result;
}

/**
 * Makes a tool.
 *
 * @throws {ConfigurationError} the id is no name a model can call, or there is no `execute`.
 */
export function createTool<
  I extends Schema = undefined,
  O extends Schema = undefined,
  S extends Schema = undefined,
  R extends Schema = undefined,
  Result = unknown,
>(definition: ToolDefinition<I, O, S, R, Result>): Tool<OutputOf<I>, Result> {
  const { id, execute } = definition;
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) {
    const message = `"${String(id)}" cannot be a tool's id. Use 1 to 64 letters, digits, "_" or "-": it is the name models call.`;
    throw new ConfigurationError({ message });
  }
  if (typeof execute !== 'function') {
    throw new ConfigurationError({
      message: `The tool "${id}" has no \`execute\`. Give it the function that does its work.`,
    });
  }
  return {
    id,
    description: definition.description,
    inputSchema: definition.inputSchema,
    outputSchema: definition.outputSchema,
    suspendSchema: definition.suspendSchema,
    resumeSchema: definition.resumeSchema,
    requireApproval: definition.requireApproval,
    requiresApprovedPlan: definition.requiresApprovedPlan ?? false,
    idempotent: definition.idempotent ?? false,
    ...(definition.toModelOutput === undefined ? {} : { toModelOutput: definition.toModelOutput }),
    planSubmission: definition.planSubmission,
    // The agent hands in a whole context; called by hand outside a run, the tool sees what the caller gave.
    execute: async (input, context = {}) => execute(input, context as ToolContext<OutputOf<S>, OutputOf<R>>),
  };
}
