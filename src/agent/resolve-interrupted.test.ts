import { expect, test } from 'vitest';
import { effectTool, planner, resultsIn } from '../../test/builders/planner.ts';
import type { Claim, Storage } from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';
import { callTool, say, scriptedModel } from '../testing/index.ts';
import { createTool } from '../tools/index.ts';

const change = (id: string) => callTool('apply_change', { label: id }, { id });

async function crash(storage: Storage, runId: string): Promise<void> {
  const run = await storage.getRun(runId);
  const owner = { ...storage.owner, pid: 2 ** 22 + 1, processStart: 'gone' };
  const claim: Claim = { token: run?.token ?? 0, owner, leaseUntil: '2026-01-01T00:00:00.000Z' };
  await storage.commit([{ type: 'run-updated', runId, expect: { version: run?.version }, set: { claim } }]);
}

/** A run that died while these calls were at work, found by the next process. */
async function interrupted(...ids: string[]) {
  const storage = memoryStorage();
  let begun = 0;
  let allBegun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    allBegun = resolve;
  });
  const stuck = createTool({
    id: 'apply_change',
    description: '',
    execute: () => {
      begun += 1;
      if (begun === ids.length) allBegun();
      return new Promise<string>(() => undefined);
    },
  });
  const output = await planner({ storage, model: scriptedModel([ids.map(change)]), tools: { stuck } }).stream('go');
  await started;
  await crash(storage, output.runId);
  const { applyChange, effects } = effectTool();
  const model = scriptedModel([[say('Done.')]], { strict: true });
  const agent = planner({ storage, model, tools: { applyChange } });
  await agent.recover();
  return { storage, agent, model, effects, runId: output.runId };
}

test('retry runs the call again, once, and the run goes on', async () => {
  const { agent, effects, runId } = await interrupted('one');

  const output = await agent.resolveInterrupted({ runId, action: 'retry' });

  expect(await output?.text).toBe('Done.');
  expect(effects).toEqual(['one']);
  await expect(agent.resolveInterrupted({ runId, action: 'retry' })).rejects.toMatchObject({
    code: 'RUN_NOT_INTERRUPTED',
  });
});

test('a retry that crashes again is interrupted again: what a person allowed holds for one start', async () => {
  const { agent, storage, runId } = await interrupted('one');
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const stuck = createTool({
    id: 'apply_change',
    description: '',
    execute: () => {
      begun();
      return new Promise<string>(() => undefined);
    },
  });
  await planner({ storage, tools: { stuck } }).resolveInterrupted({ runId, action: 'retry' });
  await started;
  await crash(storage, runId);

  expect(await agent.recover()).toEqual([]);
  expect((await storage.getRun(runId))?.status).toBe('interrupted');
});

test('skip goes on without the call, with the result a person gives', async () => {
  const { agent, model, effects, runId } = await interrupted('one');

  const output = await agent.resolveInterrupted({ runId, action: 'skip', result: 'it was done by hand' });

  expect(await output?.text).toBe('Done.');
  expect(effects).toEqual([]);
  expect(resultsIn(model.requests[0])).toEqual({ one: 'it was done by hand' });
});

test('skip without a result tells the model that the outcome is unknown', async () => {
  const { agent, model, runId } = await interrupted('one');

  await (await agent.resolveInterrupted({ runId, action: 'skip' }))?.consumeStream();

  expect(String(resultsIn(model.requests[0])['one'])).toContain('not known');
});

test('of several unknown calls each is answered by name; the run goes on after the last', async () => {
  const { agent, effects, model, runId } = await interrupted('one', 'two');

  await expect(agent.resolveInterrupted({ runId, action: 'retry' })).rejects.toMatchObject({
    code: 'TOOL_CALL_NOT_INTERRUPTED',
    unknownToolCallIds: ['one', 'two'],
  });
  expect(await agent.resolveInterrupted({ runId, toolCallId: 'two', action: 'retry' })).toBeNull();
  expect(effects).toEqual([]);
  const output = await agent.resolveInterrupted({ runId, toolCallId: 'one', action: 'skip', result: 'ok' });
  await output?.consumeStream();

  expect(effects).toEqual(['two']);
  expect(resultsIn(model.requests[0])).toEqual({ one: 'ok', two: 'applied two' });
});

test('abort ends the run for good', async () => {
  const { agent, storage, runId } = await interrupted('one');

  expect(await agent.resolveInterrupted({ runId, action: 'abort' })).toBeNull();

  expect((await storage.getRun(runId))?.status).toBe('aborted');
});
