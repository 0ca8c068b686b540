import type { JsonValue } from '../core/index.ts';

/** Why a scripted step ends; `tool-calls` with a tool call in it, else `stop`, unless the script says otherwise. */
export type ScriptedFinish = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other';

/** One thing the scripted model does in a step. */
export type ScriptedPart =
  | { readonly type: 'text' | 'reasoning'; readonly deltas: readonly string[] }
  | { readonly type: 'tool-call'; readonly toolName: string; readonly input: string; readonly id: string | undefined }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'finish'; readonly reason: ScriptedFinish };

/** What one model call answers: one part, or several. An `Error` rejects the call itself. */
export type ScriptedStep = ScriptedPart | readonly ScriptedPart[] | Error;

/** Text, in one delta or in several. */
export function say(text: string | readonly string[]): ScriptedPart {
  return { type: 'text', deltas: typeof text === 'string' ? [text] : text };
}

/** Reasoning, in one delta or in several. */
export function think(text: string | readonly string[]): ScriptedPart {
  return { type: 'reasoning', deltas: typeof text === 'string' ? [text] : text };
}

/**
 * A tool call.
 *
 * @param args - sent as JSON; a string is sent as it is, JSON or not.
 * @param options.id - default `call-<step>-<place>`, both from 0.
 */
export function callTool(
  toolName: string,
  args: JsonValue = {},
  options: { readonly id?: string | undefined } = {},
): ScriptedPart {
  return {
    type: 'tool-call',
    toolName,
    input: typeof args === 'string' ? args : JSON.stringify(args),
    id: options.id,
  };
}

/** An error in the middle of the stream: what came before it stands, nothing comes after it. */
export function fail(error: unknown = new Error('The scripted model failed.')): ScriptedPart {
  return { type: 'error', error };
}

/** Ends the step for another reason than its parts would give. */
export function finish(reason: ScriptedFinish): ScriptedPart {
  return { type: 'finish', reason };
}
