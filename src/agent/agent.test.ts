import { expect, test } from 'vitest';
import { z } from 'zod';
import { approvedText, askTool, effectTool, planner, readChunks, resultsIn } from '../../test/builders/planner.ts';
import { ConfigurationError, InvalidInputError, InvalidResumeDataError } from '../core/index.ts';
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
  const model = scriptedModel([[{ ...submit(), input: '{"path": ' }, callTool('ghost', {})], [say('Sorry.')]], {
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

test('a rejected plan leaves the other calls of its step unrun, each with a result that says so', async () => {
  const { applyChange, effects } = effectTool();
  const model = scriptedModel([[submit(), callTool('apply_change', { label: 'x' })], [say('Ok.')]], { strict: true });
  const agent = planner({ model, tools: { submitPlanTool, applyChange } });
  const stream = await agent.stream('go');
  await stream.consumeStream();
  expect(effects).toEqual([]);

  const resumed = await agent.resumeStream({ action: 'rejected', feedback: 'no' }, { runId: stream.runId });
  const chunks = await readChunks(resumed);

  expect(effects).toEqual([]);
  expect(chunks.map(({ type }) => type)).toContain('tool-output-denied');
  expect(Object.values(resultsIn(model.requests[1])).join('\n')).toMatch(/did not run: the plan/);
});

test('an approved plan lets the other calls of its step run', async () => {
  const { applyChange, effects } = effectTool();
  const model = scriptedModel([[submit(), callTool('apply_change', { label: 'x' })], [say('Ok.')]], { strict: true });
  const agent = planner({ model, tools: { submitPlanTool, applyChange } });
  const stream = await agent.stream('go');
  await stream.consumeStream();

  const done = await agent.resumeGenerate({ action: 'approved' }, { runId: stream.runId });

  expect(effects).toEqual(['x']);
  expect(done.finishReason).toBe('stop');
});

test('an approved call waits while a plan of its step waits, and runs after it', async () => {
  const { applyChange, effects } = effectTool();
  const guarded = { ...applyChange, requireApproval: true };
  const model = scriptedModel([[submit(), callTool('apply_change', { label: 'x' }, { id: 'change' })], [say('Ok.')]]);
  const agent = planner({ model, tools: { submitPlanTool, guarded } });
  const { runId, toolCalls } = await agent.generate('go');
  const plan = toolCalls.find(({ toolName }) => toolName === 'submit_plan')?.toolCallId;

  const first = await agent.approveToolCallGenerate({ runId, toolCallId: 'change' });
  expect(first.finishReason).toBe('suspended');
  expect(effects).toEqual([]);

  const second = await agent.resumeGenerate({ action: 'approved' }, { runId, toolCallId: plan });
  expect(second.finishReason).toBe('stop');
  expect(effects).toEqual(['x']);
});

test('a stop ends the run; the model is not called again', async () => {
  const storage = memoryStorage();
  const model = scriptedModel([[submit('a.md'), submit('b.md')]]);
  const agent = planner({ model, storage });
  const { runId, toolCalls } = await agent.generate('go');

  const done = await agent.resumeGenerate(
    { action: 'rejected', stop: true, feedback: 'wrong project' },
    { runId, toolCallId: toolCalls[0]?.toolCallId },
  );

  expect(done).toMatchObject({ finishReason: 'aborted', status: 'canceled' });
  expect(model.requests).toHaveLength(1);
  expect((await storage.getRun(runId))?.status).toBe('aborted');
  expect((await storage.listReviews({ status: ['waiting'] })).total).toBe(0);
});

test('several waiting calls need a name; each is answered once, in any order', async () => {
  const answered: string[] = [];
  const model = scriptedModel([
    [callTool('ask', { n: 1 }, { id: 'one' }), callTool('ask', { n: 2 }, { id: 'two' })],
    [say('Both.')],
  ]);
  const agent = planner({ model, tools: { ask: askTool(answered) } });
  const { runId } = await agent.generate('go');

  await expect(agent.resumeStream({ answer: 'x' }, { runId })).rejects.toMatchObject({
    code: 'TOOL_CALL_AMBIGUOUS',
    waitingToolCallIds: ['one', 'two'],
  });
  const first = await agent.resumeGenerate({ answer: 'b' }, { runId, toolCallId: 'two' });
  expect(first.suspendPayload).toMatchObject({ toolCallId: 'one' });
  const second = await agent.resumeGenerate({ answer: 'a' }, { runId, toolCallId: 'one' });

  expect(answered).toEqual(['2:b', '1:a']);
  expect(second.text).toBe('Both.');
});

test('a tool without schemas may suspend; its siblings finish and are recorded', async () => {
  const { applyChange, effects } = effectTool();
  const pause = createTool({
    id: 'pause',
    description: 'Suspends unannounced',
    execute: async (_, { agent }) => {
      if (agent.resumeData !== undefined) return 'went on';
      await agent.suspend({ why: 'because' });
      return '';
    },
  });
  const model = scriptedModel([[callTool('pause', {}), callTool('apply_change', { label: 'x' })], [say('Done.')]], {
    strict: true,
  });
  const agent = planner({ model, tools: { pause, applyChange } });
  const stream = await agent.stream('go');
  const chunks = await readChunks(stream);

  expect(chunks.at(-1)).toMatchObject({ type: 'tool-call-suspended', payload: { suspendPayload: { why: 'because' } } });
  expect(effects).toEqual(['x']);
  const done = await agent.resumeGenerate({ go: true }, { runId: stream.runId });
  expect(done.text).toBe('Done.');
  expect(effects).toEqual(['x']);
});

test('wrong answers to a tool of one’s own are refused and the call still waits', async () => {
  const agent = planner({ model: scriptedModel([[callTool('ask', { n: 1 })]]), tools: { ask: askTool() } });
  const { runId } = await agent.generate('go');

  await expect(agent.resumeStream({ wrong: 1 }, { runId })).rejects.toThrow(InvalidResumeDataError);

  expect((await agent.listSuspendedRuns()).total).toBe(1);
});

test('an aborted signal claims nothing', async () => {
  const agent = planner({ model: scriptedModel([[submit()]]) });
  const { runId } = await agent.generate('go');

  const answer = agent.resumeStream({ action: 'approved' }, { runId, abortSignal: AbortSignal.abort() });

  await expect(answer).rejects.toMatchObject({ code: 'ABORTED' });
  expect((await agent.listSuspendedRuns()).total).toBe(1);
});

test('an aborted run cannot be answered later, and its plan is closed', async () => {
  const storage = memoryStorage();
  const agent = planner({ storage, model: scriptedModel([[submit()]]) });
  const { runId } = await agent.generate('go');

  await agent.abortRun({ runId, reason: 'not needed' });

  await expect(agent.resumeStream({ action: 'approved' }, { runId })).rejects.toMatchObject({
    code: 'RUN_NOT_SUSPENDED',
  });
  await expect(agent.abortRun({ runId })).rejects.toMatchObject({ code: 'RUN_NOT_SUSPENDED' });
  expect((await storage.listReviews()).items[0]).toMatchObject({ status: 'closed', closedReason: 'aborted' });
});

test('abortRun ends a run that works, also while its tool does not listen', async () => {
  const storage = memoryStorage();
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const deaf = createTool({
    id: 'deaf',
    description: 'Never ends',
    execute: () => {
      begun();
      return new Promise<string>(() => undefined);
    },
  });
  const agent = planner({ storage, model: scriptedModel([[callTool('deaf', {})]]), tools: { deaf } });
  const output = await agent.stream('go');
  await started;

  await agent.abortRun({ runId: output.runId, reason: 'enough' });

  expect(await output.finishReason).toBe('aborted');
  const [call] = await storage.getCalls(output.runId);
  expect(call?.state).toMatchObject({ status: 'settled', outcome: 'error' });
});

test('the answer to a run of another agent is refused', async () => {
  const storage = memoryStorage();
  const { runId } = await planner({ storage, model: scriptedModel([[submit()]]) }).generate('go');

  const other = planner({ id: 'other', storage });

  await expect(other.resumeStream({ action: 'approved' }, { runId })).rejects.toMatchObject({ code: 'WRONG_AGENT' });
});

test('a resumed run keeps its options; only the function that asks for approvals turns into asking', async () => {
  const { applyChange, effects } = effectTool();
  const model = scriptedModel([[submit()], [callTool('apply_change', { label: 'x' })]]);
  const agent = planner({ model, tools: { submitPlanTool, applyChange } });
  const { runId } = await agent.generate('go', {
    instructions: 'CUSTOM',
    modelSettings: { temperature: 0.3 },
    requireToolApproval: () => false,
  });

  const resumed = await agent.resumeGenerate({ action: 'approved' }, { runId });

  expect(model.requests[1]).toMatchObject({ temperature: 0.3 });
  expect(model.requests[1]?.messages[0]).toMatchObject({ role: 'system', content: 'CUSTOM' });
  expect(resumed.finishReason).toBe('suspended');
  expect(effects).toEqual([]);
});

test('each answer to a plan starts the step count anew', async () => {
  const { applyChange, effects } = effectTool();
  const change = callTool('apply_change', { label: 'x' });
  const model = scriptedModel([[change], [submit()], [change], [change], [change]]);
  const agent = planner({ model, tools: { submitPlanTool, applyChange } });
  const { runId } = await agent.generate('go', { maxSteps: 2 });

  const resumed = await agent.resumeGenerate({ action: 'approved' }, { runId });

  expect(resumed.finishReason).toBe('tool-calls');
  expect(effects).toHaveLength(3);
});

test('a tool that requires an approved plan is refused before one and runs after it', async () => {
  const { applyChange, effects } = effectTool({ requiresApprovedPlan: true });
  const change = callTool('apply_change', { label: 'x' });
  const model = scriptedModel([[change], [submit()], [change], [submit()], [change], [say('Done.')]], { strict: true });
  const agent = planner({ model, tools: { submitPlanTool, applyChange } });
  const { runId } = await agent.generate('go');
  expect(String(Object.values(resultsIn(model.requests[1]))[0])).toContain('needs an approved plan');

  await agent.resumeGenerate({ action: 'rejected', feedback: 'more' }, { runId });
  expect(effects).toEqual([]);
  const done = await agent.resumeGenerate({ action: 'approved' }, { runId });

  expect(done.text).toBe('Done.');
  expect(effects).toEqual(['x']);
});
