import { expect, test } from 'vitest';
import { askTool, effectTool, planner, readChunks, resultsIn } from '../../test/builders/planner.ts';
import { InvalidResumeDataError } from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { callTool, say, scriptedModel } from '../testing/index.ts';
import { createTool, submitPlanTool } from '../tools/index.ts';

const submit = (path = 'plans/a.md') => callTool('submit_plan', { path });

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
