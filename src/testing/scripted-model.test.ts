import type { LanguageModelV2Prompt, LanguageModelV3Prompt, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { callTool, fail, finish, say, scriptedModel, think } from './index.ts';

const prompt: LanguageModelV2Prompt & LanguageModelV3Prompt & LanguageModelV4Prompt = [
  { role: 'user', content: [{ type: 'text', text: 'Plan it.' }] },
];

async function drain<T>(stream: ReadableStream<T>): Promise<T[]> {
  const parts: T[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** A prompt with these calls of a tool, and these results. */
function buildPrompt(calls: readonly string[], results: readonly string[]): LanguageModelV3Prompt {
  return [
    ...prompt,
    {
      role: 'assistant',
      content: calls.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'read', input: {} })),
    },
    {
      role: 'tool',
      content: results.map((toolCallId) => ({
        type: 'tool-result',
        toolCallId,
        toolName: 'read',
        output: { type: 'text', value: 'x' },
      })),
    },
  ];
}

test('a step streams as the parts of a model, in order', async () => {
  const model = scriptedModel([[think('Hm.'), say(['Wri', 'ting.']), callTool('submit_plan', { path: 'plan.md' })]]);

  const parts = await drain((await model.doStream({ prompt })).stream);

  expect(parts).toEqual([
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'response-0', modelId: 'scripted-model', timestamp: new Date(0) },
    { type: 'reasoning-start', id: 'reasoning-0-0' },
    { type: 'reasoning-delta', id: 'reasoning-0-0', delta: 'Hm.' },
    { type: 'reasoning-end', id: 'reasoning-0-0' },
    { type: 'text-start', id: 'text-0-1' },
    { type: 'text-delta', id: 'text-0-1', delta: 'Wri' },
    { type: 'text-delta', id: 'text-0-1', delta: 'ting.' },
    { type: 'text-end', id: 'text-0-1' },
    { type: 'tool-input-start', id: 'call-0-2', toolName: 'submit_plan' },
    { type: 'tool-input-delta', id: 'call-0-2', delta: '{"path":"plan.md"}' },
    { type: 'tool-input-end', id: 'call-0-2' },
    { type: 'tool-call', toolCallId: 'call-0-2', toolName: 'submit_plan', input: '{"path":"plan.md"}' },
    {
      type: 'finish',
      usage: {
        inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 20, text: 20, reasoning: 0 },
      },
      finishReason: { unified: 'tool-calls', raw: 'tool-calls' },
    },
  ]);
});

describe.each(['v2', 'v3', 'v4'] as const)('in version %s of the contract', (spec) => {
  test('the model says which version it speaks, and ends its steps in it', async () => {
    const model = scriptedModel([say('Done.')], { spec, usage: { inputTokens: 1, outputTokens: 2 } });

    const end = (await drain<unknown>((await model.doStream({ prompt })).stream)).at(-1);

    expect(model.specificationVersion).toBe(spec);
    const usage = { inputTokens: 1, outputTokens: 2, totalTokens: 3 };
    expect(end).toMatchObject(
      spec === 'v2'
        ? { type: 'finish', finishReason: 'stop', usage }
        : { type: 'finish', finishReason: { unified: 'stop' }, usage: { inputTokens: { total: 1 } } },
    );
  });

  test('doGenerate gives the same step as one answer', async () => {
    const model = scriptedModel([[think('Hm.'), say(['Wri', 'ting.']), callTool('read', 'no json', { id: 'mine' })]], {
      spec,
    });

    const { content } = await model.doGenerate({ prompt });

    expect(content).toEqual([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Writing.' },
      { type: 'tool-call', toolCallId: 'mine', toolName: 'read', input: 'no json' },
    ]);
  });
});

test('requests keep each prompt as it was when the model was called', async () => {
  const model = scriptedModel([say('One.'), say('Two.')]);
  const growing = [...prompt];
  await model.doStream({ prompt: growing, temperature: 0.5 });

  growing.push(...prompt);
  await model.doStream({ prompt: growing });

  expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 2]);
  expect(model.requests[0]).toMatchObject({ temperature: 0.5 });
});

test('a step may be worked out from the call', async () => {
  const model = scriptedModel([async ({ messages }, index) => say(`${messages.length} ${index}`)]);

  expect((await model.doGenerate({ prompt })).content).toEqual([{ type: 'text', text: '1 0' }]);
});

test('an error as a step rejects the call, in either form', async () => {
  const model = scriptedModel([new Error('Overloaded.'), () => new Error('Again.'), new Error('Generating.')]);

  await expect(model.doStream({ prompt })).rejects.toThrow('Overloaded.');
  await expect(model.doStream({ prompt })).rejects.toThrow('Again.');
  await expect(model.doGenerate({ prompt })).rejects.toThrow('Generating.');
  model.assertDone();
});

test('an error among the parts ends the stream after what came before it', async () => {
  const model = scriptedModel([
    [say('Half'), fail(new Error('Cut off.')), say('never')],
    [say('Half'), fail()],
  ]);

  const parts = await drain((await model.doStream({ prompt })).stream);

  expect(parts.slice(2).map(({ type }) => type)).toEqual(['text-start', 'text-delta', 'text-end', 'error']);
  await expect(model.doGenerate({ prompt })).rejects.toThrow('The scripted model failed.');
});

test('a step ends for the reason the script names', async () => {
  const model = scriptedModel([[say('Too long'), finish('length')]]);

  expect((await model.doGenerate({ prompt })).finishReason).toEqual({ unified: 'length', raw: 'length' });
});

test('a script must be played to its end, and not beyond', async () => {
  const model = scriptedModel([say('One.'), say('Two.')]);
  await model.doStream({ prompt });

  expect(() => model.assertDone()).toThrow('1 of its 2 steps');
  await model.doStream({ prompt });

  model.assertDone();
  await expect(model.doStream({ prompt })).rejects.toThrow('2 steps');
});

test('a call that is aborted while its step is worked out rejects with the reason', async () => {
  const abort = new AbortController();
  const model = scriptedModel([() => new Promise<never>(() => undefined), say('never')]);
  const call = model.doStream({ prompt, abortSignal: abort.signal });

  abort.abort(new Error('Enough.'));

  await expect(call).rejects.toThrow('Enough.');
});

test('a stream that is aborted fails with the reason at its next part', async () => {
  const abort = new AbortController();
  const { stream } = await scriptedModel([say(['a', 'b', 'c', 'd'])]).doStream({ prompt, abortSignal: abort.signal });
  const reader = stream.getReader();
  await reader.read();

  abort.abort(new Error('Enough.'));

  const rest = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow('Enough.');
});

test.each([
  [['a'], [], '0 results'],
  [['a'], ['a', 'a'], '2 results'],
  [['a'], ['a', 'b'], 'no tool call'],
  [['a', 'a'], ['a'], 'two tool calls'],
])('strict, it refuses calls %j with results %j', async (calls, results, message) => {
  const strict = scriptedModel([say('x')], { strict: true });

  await expect(strict.doStream({ prompt: buildPrompt(calls, results) })).rejects.toThrow(message);
});

test('strict, it takes a prompt in which each call has its result; otherwise any', async () => {
  const strict = scriptedModel([say('x')], { strict: true });
  await strict.doStream({ prompt: buildPrompt(['a', 'b'], ['b', 'a']) });

  await scriptedModel([say('x')]).doStream({ prompt: buildPrompt(['a'], []) });
});
