import * as v from 'valibot';
import { InvalidInputError } from '../core/index.ts';
import { refuse } from './answer-error.ts';

/** A body that was read, or the refusal to send. */
export type BodyReading<T> = { readonly value: T } | { readonly refusal: Response };

/**
 * Reads a JSON body and checks it.
 *
 * @param maxBytes - a longer body is not read to its end.
 * @param what - names the value in the error.
 * @throws {InvalidInputError} it is JSON of another shape.
 */
export async function readJsonBody<T>(
  request: Request,
  schema: v.GenericSchema<unknown, T>,
  { maxBytes, what }: { readonly maxBytes: number; readonly what: string },
): Promise<BodyReading<T>> {
  const text = await readText(request, maxBytes);
  if (text === null) return { refusal: refuse('BODY_TOO_LARGE', `The body is longer than ${maxBytes} bytes.`) };
  const parsed = parse(text);
  if (parsed === null) return { refusal: refuse('INVALID_JSON', 'The body is not JSON.') };
  const checked = v.safeParse(schema, parsed.value);
  if (checked.success) return { value: checked.output };
  const issues = checked.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }));
  throw new InvalidInputError({ what, issues });
}

async function readText(request: Request, maxBytes: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null; // What is wrong with the text is the sender's to find out; the answer says that it is no JSON.
  }
}
