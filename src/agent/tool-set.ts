import { ConfigurationError, type JsonObject, toJsonSchema } from '../core/index.ts';
import type { AnyTool } from '../tools/index.ts';
import type { OfferedTool } from './model-parts.ts';

const emptyObjectSchema: JsonObject = { type: 'object', properties: {}, additionalProperties: false };
const inputSchemas = new WeakMap<AnyTool, JsonObject>();
const resumeSchemas = new WeakMap<AnyTool, string | null>();

/** The tools of one agent, found by id or by the key they were given under. */
export class ToolSet {
  readonly #byId = new Map<string, AnyTool>();
  readonly #idByAlias = new Map<string, string>();

  /** @throws {ConfigurationError} two different tools have one id, or a value is no tool. */
  constructor(tools: Readonly<Record<string, AnyTool>> = {}) {
    for (const [alias, tool] of Object.entries(tools)) {
      if (typeof tool?.id !== 'string' || typeof tool.execute !== 'function') {
        throw new ConfigurationError({
          message: `tools.${alias} is no tool: it needs an id and an execute. Make it with createTool.`,
        });
      }
      const known = this.#byId.get(tool.id);
      if (known !== undefined && known !== tool) {
        throw new ConfigurationError({ message: `Two tools have the id "${tool.id}". Give one of them another id.` });
      }
      this.#byId.set(tool.id, tool);
      this.#idByAlias.set(alias, tool.id);
    }
    for (const id of this.#byId.keys()) this.#idByAlias.set(id, id);
  }

  find(name: string): AnyTool | undefined {
    return this.#byId.get(this.#idByAlias.get(name) ?? name);
  }

  /** The tools a run may use, as the model is told about them. */
  offer(activeTools: readonly string[] | undefined): readonly OfferedTool[] {
    return [...this.#byId.values()].filter((tool) => this.isActive(tool, activeTools)).map(describe);
  }

  isActive(tool: AnyTool, activeTools: readonly string[] | undefined): boolean {
    return activeTools === undefined || activeTools.some((name) => this.find(name) === tool);
  }
}

/** Whether the call of this tool is prepared before the rest of its step. */
export function isWaitingTool(tool: AnyTool): boolean {
  return tool.planSubmission !== undefined || tool.suspendSchema !== undefined || tool.resumeSchema !== undefined;
}

/** The JSON Schema of a tool's answer, as a string; `null` where it has none or none can be written. */
export function getResumeSchema(tool: AnyTool): string | null {
  const known = resumeSchemas.get(tool);
  if (known !== undefined) return known;
  const written = writeResumeSchema(tool);
  resumeSchemas.set(tool, written);
  return written;
}

function writeResumeSchema(tool: AnyTool): string | null {
  if (tool.resumeSchema === undefined) return null;
  try {
    return JSON.stringify(toJsonSchema(tool.resumeSchema, `The resumeSchema of "${tool.id}"`));
  } catch (error) {
    // Only a hint for whoever builds a form: the answer is checked by the schema itself.
    if (error instanceof ConfigurationError) return null;
    throw error;
  }
}

function describe(tool: AnyTool): OfferedTool {
  return { name: tool.id, description: tool.description, inputSchema: getInputSchema(tool) };
}

function getInputSchema(tool: AnyTool): JsonObject {
  const known = inputSchemas.get(tool);
  if (known !== undefined) return known;
  const schema =
    tool.inputSchema === undefined ? emptyObjectSchema : toJsonSchema(tool.inputSchema, `The tool "${tool.id}"`);
  inputSchemas.set(tool, schema);
  return schema;
}
