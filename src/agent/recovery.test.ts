import { expect, test } from 'vitest';
import { effectTool, planner, resultsIn } from '../../test/builders/planner.ts';
import type { Claim, RunPatch, Storage } from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { callTool, faultyStorage, say, scriptedModel } from '../testing/index.ts';
import { createTool, submitPlanTool } from '../tools/index.ts';

const submit = callTool('submit_plan', { path: 'plans/a.md' });
const change = callTool('apply_change', { label: 'x' }, { id: 'change' });

/** Gives a run to a process that is gone, as a crash leaves it. */
async function crash(storage: Storage, runId: string, set: RunPatch = {}): Promise<void> {
  const run = await storage.getRun(runId);
  if (run === null) throw new Error(`no run ${runId}`);
  const owner = { ...storage.owner, pid: 2 ** 22 + 1, processStart: 'gone' };
  const claim: Claim = { token: run.token, owner, leaseUntil: run.updatedAt };
  await storage.commit([
    { type: 'run-updated', runId, expect: { version: run.version }, set: { status: 'running', claim, ...set } },
  ]);
}

test('a run that rests is not touched by a recovery', async () => {
  const storage = memoryStorage();
  const agent = planner({ storage, model: scriptedModel([[submit]]) });
  const { runId } = await agent.generate('go');

  expect(await agent.recover()).toEqual([]);
  expect((await storage.getRun(runId))?.status).toBe('suspended');
});

test('a run on which this process works is not touched by a recovery', async () => {
  let release: (value: string) => void = () => undefined;
  const slow = createTool({
    id: 'slow',
    description: '',
    execute: () =>
      new Promise<string>((resolve) => {
        release = resolve;
      }),
  });
  const agent = planner({ model: scriptedModel([[callTool('slow')], [say('Done.')]]), tools: { slow } });
  const output = await agent.stream('go');
  for await (const chunk of output.fullStream) if (chunk.type === 'tool-call') break;

  expect(await agent.recover()).toEqual([]);
  release('ok');
  expect(await output.text).toBe('Done.');
});

test('a run whose process died before its model answered goes on', async () => {
  const storage = memoryStorage();
  const first = planner({ storage, model: scriptedModel([[submit]]) });
  const { runId } = await first.generate('go');
  await first.resumeGenerate({ action: 'approved' }, { runId });
  await crash(storage, runId);

  const model = scriptedModel([[say('Built.')]], { strict: true });
  const [leg] = await planner({ storage, model }).recover();

  expect(await leg?.output.text).toBe('Built.');
  expect((await storage.getRun(runId))?.status).toBe('finished');
});

test('a call whose result is stored is not run again', async () => {
  const { applyChange, effects } = effectTool();
  const storage = memoryStorage();
  const tools = { submitPlanTool, applyChange };
  const first = planner({ storage, tools, model: scriptedModel([[change], [submit]]) });
  const { runId } = await first.generate('go');
  const [waiting] = (await storage.getCalls(runId)).filter(({ isPlan }) => isPlan);
  await first.resumeGenerate({ action: 'approved' }, { runId, toolCallId: waiting?.toolCallId });
  await crash(storage, runId);

  const model = scriptedModel([[say('Built.')]], { strict: true });
  const [leg] = await planner({ storage, tools, model }).recover();
  await leg?.settled;

  expect(effects).toEqual(['x']);
  expect(resultsIn(model.requests[0])['change']).toBe('applied x');
});

/** A run that died while `apply_change` ran, and what the next process finds. */
async function dieInCall(idempotent: boolean) {
  const storage = memoryStorage();
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const stuck = createTool({
    id: 'apply_change',
    description: '',
    idempotent,
    execute: () => {
      begun();
      return new Promise<string>(() => undefined);
    },
  });
  const output = await planner({ storage, model: scriptedModel([[change]]), tools: { stuck } }).stream('go');
  await started;
  await crash(storage, output.runId);
  const { applyChange, effects } = effectTool({ idempotent });
  const model = scriptedModel([[say('Done.')]]);
  const agent = planner({ storage, model, tools: { applyChange } });
  return { storage, agent, effects, runId: output.runId };
}

test('a call in flight leaves the run interrupted, with that call still in the journal', async () => {
  const { agent, storage, effects, runId } = await dieInCall(false);

  expect(await agent.recover()).toEqual([]);

  const run = await storage.getRun(runId);
  expect(run).toMatchObject({ status: 'interrupted', claim: null });
  expect(run?.error).toContain('apply_change');
  expect((await storage.getCalls(runId))[0]?.state.status).toBe('running');
  expect(effects).toEqual([]);
  expect(await agent.recover()).toEqual([]);
});

test('an idempotent call in flight is run again by itself', async () => {
  const { agent, effects } = await dieInCall(true);

  const [leg] = await agent.recover();

  expect(await leg?.output.text).toBe('Done.');
  expect(effects).toEqual(['x']);
});

test('an interrupted run can be aborted and then answered no more', async () => {
  const { agent, storage, runId } = await dieInCall(false);
  await agent.recover();

  await agent.abortRun({ runId });

  expect((await storage.getRun(runId))?.status).toBe('aborted');
  expect((await storage.getCalls(runId))[0]?.state).toMatchObject({ status: 'settled', outcome: 'error' });
});

test('a process that lost its claim stores nothing more when it wakes', async () => {
  const storage = memoryStorage();
  let wake: (value: string) => void = () => undefined;
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const sleeper = createTool({
    id: 'sleeper',
    description: '',
    execute: () => {
      begun();
      return new Promise<string>((resolve) => {
        wake = resolve;
      });
    },
  });
  const agent = planner({
    storage,
    model: scriptedModel([[callTool('sleeper')], [say('I am back.')]]),
    tools: { sleeper },
  });
  const output = await agent.stream('go');
  await started;
  const run = await storage.getRun(output.runId);
  const token = (run?.token ?? 0) + 1;
  const claim: Claim = { token, owner: storage.owner, leaseUntil: '2100-01-01T00:00:00.000Z' };
  await storage.commit([
    { type: 'run-updated', runId: output.runId, expect: { version: run?.version }, set: { token, claim } },
  ]);
  const before = await storage.getRun(output.runId);

  wake('slept');

  expect(await output.finishReason).toBe('error');
  expect(output.error).toMatchObject({ code: 'CLAIM_LOST' });
  expect(await storage.getRun(output.runId)).toEqual(before);
  expect((await storage.getCalls(output.runId))[0]?.state.status).toBe('running');
});

test('a run that cannot be stored as resting says so and is found again by recover', async () => {
  const inner = memoryStorage();
  const agent = planner({
    storage: faultyStorage(inner, { failSuspend: true }),
    model: scriptedModel([[submit], [submit]]),
  });
  const output = await agent.stream('go');

  expect(await output.finishReason).toBe('error');
  expect(output.error).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  expect((await inner.getRun(output.runId))?.status).toBe('failed');
  await expect(agent.resumeStream({ action: 'approved' }, { runId: output.runId })).rejects.toMatchObject({
    code: 'RUN_NOT_SUSPENDED',
  });
});

test('an answer that cannot be stored claims nothing', async () => {
  const inner = memoryStorage();
  const { runId } = await planner({ storage: inner, model: scriptedModel([[submit]]) }).generate('go');
  const broken = planner({ storage: faultyStorage(inner, { failAt: 1 }), model: scriptedModel([]) });

  await expect(broken.resumeStream({ action: 'approved' }, { runId })).rejects.toMatchObject({
    code: 'STORAGE_UNAVAILABLE',
  });

  expect((await inner.getRun(runId))?.status).toBe('suspended');
  const done = await planner({ storage: inner, model: scriptedModel([[say('Ok.')]]) }).resumeGenerate(
    { action: 'approved' },
    { runId },
  );
  expect(done.text).toBe('Ok.');
});
