import { expect, test } from 'vitest';
import { z } from 'zod';
import { approvedText, effectTool, planner, readChunks, resultsIn } from '../../test/builders/planner.ts';
import { ConfigurationError, InvalidInputError } from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { callTool, fail, say, scriptedModel } from '../testing/index.ts';
import { createSubmitPlanTool, createTool, submitPlanTool } from '../tools/index.ts';
import { Agent } from './index.ts';

const submit = (path = 'plans/a.md') => callTool('submit_plan', { path });

test('a run without tools ends with the text of the model', async () => {
  const agent = planner({ model: scriptedModel([[say(['Hel', 'lo.'])]]) });

  const output = await agent.generate('hi');

  expect(output).toMatchObject({ text: 'Hello.', finishReason: 'stop', status: 'success' });
  expect(output.usage.totalTokens).toBe(30);
});

test('the chunks of a run that suspends stand in the documented order, and nothing follows the last', async () => {
  const agent = planner({ model: scriptedModel([[say('Planning.'), submit()]]) });

  const types = (await readChunks(await agent.stream('go'))).map(({ type }) => type);

  expect(types).toEqual([
    'start',
    'step-start',
    'text-start',
    'text-delta',
    'text-end',
    'tool-call-input-streaming-start',
    'tool-call-delta',
    'tool-call-input-streaming-end',
    'tool-call',
    'tool-call-suspended',
  ]);
});

test('each of the three versions of the model contract runs the whole plan story', async () => {
  for (const spec of ['v2', 'v3', 'v4'] as const) {
    const model = scriptedModel([[say('Plan.'), submit()], [say('Built.')]], { spec, strict: true });
    const agent = planner({ model });
    const stream = await agent.stream('go');
    await stream.consumeStream();

    const done = await agent.resumeGenerate({ action: 'approved' }, { runId: stream.runId });

    expect(done).toMatchObject({ text: 'Plan.Built.', finishReason: 'stop' });
    expect(Object.values(resultsIn(model.requests[1]))).toEqual([approvedText]);
    expect(done.usage.totalTokens).toBe(60);
    model.assertDone();
  }
});

test('a reader that comes late, or reads twice, sees every chunk', async () => {
  const agent = planner({ model: scriptedModel([[say('One.')]]) });
  const output = await agent.stream('go');
  await output.consumeStream();

  const first = await readChunks(output);
  const second = await readChunks(output);
  const reader = output.fullStream.getReader();
  const { value } = await reader.read();

  expect(second).toEqual(first);
  expect(value).toEqual(first[0]);
});

test('a tool is found by its id and by the key it was given under', async () => {
  const { applyChange, effects } = effectTool();
  const model = scriptedModel([
    [callTool('apply_change', { label: 'id' })],
    [callTool('change', { label: 'alias' })],
    [say('Done.')],
  ]);

  await planner({ model, tools: { change: applyChange } }).generate('go');

  expect(effects).toEqual(['id', 'alias']);
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(['apply_change']);
});

test('two tools of one id, a missing id and a missing model are configuration errors', () => {
  const model = scriptedModel([]);

  expect(() => planner({ tools: { submitPlanTool, again: createSubmitPlanTool() } })).toThrow(ConfigurationError);
  expect(() => new Agent({ id: '', model })).toThrow(/needs an `id`/);
  expect(() => new Agent({ id: 'a', model: undefined as never })).toThrow(/has no model/);
  expect(() => createTool({ id: 'no spaces please', description: '', execute: () => 1 })).toThrow(ConfigurationError);
});

test('messages that do not parse are refused before anything starts', async () => {
  const storage = memoryStorage();
  const agent = planner({ storage });

  await expect(agent.stream([])).rejects.toThrow(InvalidInputError);
  await expect(agent.stream({ role: 'wizard', content: 'x' })).rejects.toThrow(/wizard/);
  await expect(agent.stream({ role: 'user', content: [{ type: 'text' }] })).rejects.toThrow(/must have text/);
  expect((await storage.listRuns()).total).toBe(0);
});

test('arguments outside the schema never reach the tool; the model is told what to correct', async () => {
  const { applyChange, effects } = effectTool();
  const model = scriptedModel([[callTool('apply_change', { label: 7 })], [say('Sorry.')]], { strict: true });

  const output = await planner({ model, tools: { applyChange } }).stream('go');
  const chunks = await readChunks(output);

  expect(effects).toEqual([]);
  const result = chunks.find((chunk) => chunk.type === 'tool-result');
  expect(result?.payload).toMatchObject({ result: { error: true, validationErrors: [{ path: 'label' }] } });
  expect(JSON.stringify(resultsIn(model.requests[1]))).toContain('label');
});

test('a call that is no JSON, and a call of no tool, are results the model reads', async () => {
  const model = scriptedModel([[callTool('submit_plan', '{"path": '), callTool('ghost', {})], [say('Sorry.')]], {
    strict: true,
  });

  const chunks = await readChunks(await planner({ model }).stream('go'));

  expect(chunks.map(({ type }) => type)).toContain('tool-error');
  expect(Object.values(resultsIn(model.requests[1])).join('\n')).toMatch(/no tool "ghost"/);
});

test('a tool that throws is an error the model reads alone, and the run goes on', async () => {
  const boom = createTool({
    id: 'boom',
    description: 'Fails',
    execute: () => {
      throw new Error('kaput');
    },
  });
  const model = scriptedModel([[callTool('boom', {})], [say('Recovered.')]]);

  const output = await planner({ model, tools: { boom } }).generate('go');

  expect(output.text).toBe('Recovered.');
  expect(Object.values(resultsIn(model.requests[1]))).toEqual(['kaput']);
});

test('a result outside the output schema is an error, not a result', async () => {
  const wrong = createTool({ id: 'wrong', description: '', outputSchema: z.number(), execute: () => 'seven' });
  const model = scriptedModel([[callTool('wrong', {})], [say('Hm.')]]);

  await planner({ model, tools: { wrong } }).generate('go');

  expect(String(Object.values(resultsIn(model.requests[1]))[0])).toContain('outputSchema');
});

test('ordinary tools of one step run at the same time', async () => {
  const arrived: (() => void)[] = [];
  const meet = createTool({
    id: 'meet',
    description: 'Waits for the other',
    execute: () =>
      new Promise<string>((resolve) => {
        arrived.push(() => resolve('met'));
        if (arrived.length === 2) for (const go of arrived) go();
      }),
  });
  const model = scriptedModel([[callTool('meet', {}), callTool('meet', {})], [say('Done.')]]);

  expect((await planner({ model, tools: { meet } }).generate('go')).text).toBe('Done.');
});

test('an id that a model uses for every call is made unique, and each call keeps its own result', async () => {
  const { applyChange, effects } = effectTool();
  const same = (label: string) => callTool('apply_change', { label }, { id: 'call' });
  const model = scriptedModel([[same('a'), same('b')], [same('c')], [say('Done.')]], { strict: true });

  const output = await planner({ model, tools: { applyChange } }).generate('go');

  expect(output.text).toBe('Done.');
  expect(effects).toEqual(['a', 'b', 'c']);
  expect(resultsIn(model.requests[2])).toEqual({ call: 'applied a', 'call-2': 'applied b', 'call-3': 'applied c' });
});

test('a model that fails ends the run as an error; nothing throws', async () => {
  const agent = planner({ model: scriptedModel([[say('Half'), fail(new Error('provider down'))]]) });

  const output = await agent.stream('go');
  const chunks = await readChunks(output);

  expect(await output.finishReason).toBe('error');
  expect(output.status).toBe('failed');
  expect(chunks.filter(({ type }) => type === 'error')).toHaveLength(1);
});

test('an unknown run id in the options is used, and a known one is refused without touching that run', async () => {
  const storage = memoryStorage();
  const agent = planner({ storage, model: scriptedModel([[submit()], [submit()]]) });
  await agent.generate('go', { runId: 'mine' });

  const again = await agent.generate('go', { runId: 'mine' });

  expect(again.error).toMatchObject({ code: 'RUN_EXISTS' });
  expect((await storage.getRun('mine'))?.status).toBe('suspended');
});

test('a finished run keeps its messages only for a thread', async () => {
  const storage = memoryStorage();
  const agent = planner({ storage, model: scriptedModel([[say('One.')], [say('Two.')]]) });

  const alone = await agent.generate('hi');
  const inThread = await agent.generate('hi', { memory: { thread: 'thread-1', resource: 'min' } });

  expect(await storage.getMessages(alone.runId)).toEqual([]);
  expect(await storage.getMessages(inThread.runId)).toHaveLength(2);
});
