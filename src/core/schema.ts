import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import { ConfigurationError, type ValidationIssue } from './countersign-error.ts';
import { isRecord, type JsonObject } from './json.ts';

/** Any schema that can check a value: zod, valibot, arktype and every other Standard Schema. */
export type AnySchema<Input = unknown, Output = Input> = StandardSchemaV1<Input, Output>;

/** What a schema gives after it has checked a value. */
export type InferOutput<S> =
  S extends StandardSchemaV1<unknown, infer Output>
    ? Output
    : S extends StandardSchemaV1
      ? StandardSchemaV1.InferOutput<S>
      : never;

/** A checked value, or what is wrong with it. */
export type Checked<T> =
  | { readonly isValid: true; readonly value: T }
  | { readonly isValid: false; readonly issues: readonly ValidationIssue[] };

/** Checks a value against a schema. A schema that throws counts as "not valid". */
export async function checkAgainst<T>(schema: StandardSchemaV1<unknown, T>, value: unknown): Promise<Checked<T>> {
  try {
    const result = await schema['~standard'].validate(value);
    if (result.issues === undefined) return { isValid: true, value: result.value };
    return { isValid: false, issues: result.issues.map(toIssue) };
  } catch (error) {
    return { isValid: false, issues: [{ path: '', message: error instanceof Error ? error.message : String(error) }] };
  }
}

function toIssue(issue: StandardSchemaV1.Issue): ValidationIssue {
  const path = (issue.path ?? []).map((segment) => String(isRecord(segment) ? segment['key'] : segment)).join('.');
  return { path, message: issue.message };
}

/**
 * The JSON Schema of a Standard Schema.
 *
 * @param what - named in the error.
 * @throws {ConfigurationError} the library of this schema cannot write JSON Schema.
 * @see https://standardschema.dev/json-schema
 */
export function toJsonSchema(schema: AnySchema, what: string): JsonObject {
  const standard: unknown = schema['~standard'];
  if (isRecord(standard) && isRecord(standard['jsonSchema'])) {
    // Checked just above: the schema offers the Standard JSON Schema interface.
    const { jsonSchema } = standard as unknown as StandardJSONSchemaV1.Props;
    return jsonSchema.input({ target: 'draft-07' }) as JsonObject;
  }
  throw new ConfigurationError({
    message: `${what} has a schema of "${schema['~standard'].vendor}" that cannot be written as JSON Schema, so no model can be told about it. Use zod 4.2 or later, or a schema with the Standard JSON Schema interface (for valibot: toStandardJsonSchema).`,
  });
}
