import assert from 'node:assert/strict';
import { type CallState, type Change, InvalidInputError, type RunRecord, type RunStatus } from '../core/index.ts';
import { buildCall, buildRun, builtAt } from './build-records.ts';
import { assertConflict, commitEach, type StorageCase, second } from './storage-case.ts';

type RunUpdate = Extract<Change, { readonly type: 'run-updated' }>;

function createRun(set: Partial<RunRecord> = {}): Change {
  return { type: 'run-created', run: buildRun(set) };
}

function updateRun(given: Partial<RunUpdate> = {}): Change {
  return { type: 'run-updated', runId: 'run-1', expect: {}, set: {}, ...given };
}

const claim = {
  token: 7,
  owner: { host: 'here', pid: 1, processStart: '1' },
  leaseUntil: second(60),
};

const callStates: readonly CallState[] = [
  { status: 'prepared', approved: true },
  { status: 'waiting', for: 'approval' },
  { status: 'waiting', for: 'answer', suspendPayload: { path: 'plan.md' }, resumeSchema: '{}' },
  { status: 'running', resumeData: { action: 'approved' }, suspendPayload: null },
  { status: 'settled', outcome: 'result', result: [1, null], output: { type: 'text', value: 'done' } },
  { status: 'settled', outcome: 'denied', result: 'no', output: { type: 'error-text', value: 'no' } },
];

/** What a storage does with runs, messages and calls. */
export const runCases: readonly StorageCase[] = [
  {
    name: 'a run reads back as it was written, its options too',
    async run(storage) {
      const run = buildRun({
        controllerId: 'controller',
        sessionId: 'session',
        resourceId: 'user',
        claim,
        error: 'an error',
        step: 3,
        stepBase: 1,
        usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3, reasoningTokens: 4, cachedInputTokens: 5 },
        options: {
          instructions: 'Be brief.',
          activeTools: ['submit_plan'],
          modelSettings: { temperature: 0.5 },
          providerOptions: { openai: { store: true } },
          toolChoice: 'auto',
          maxSteps: 3,
          requireToolApproval: true,
          modeId: 'plan',
        },
      });
      await storage.commit([{ type: 'run-created', run }]);

      assert.deepEqual(await storage.getRun('run-1'), run);
      assert.equal(await storage.getRun('run-2'), null);
    },
  },
  {
    name: 'a run whose id is taken is refused',
    async run(storage) {
      await storage.commit([createRun()]);

      await assertConflict(storage, [createRun({ agentId: 'other' })]);

      assert.equal((await storage.getRun('run-1'))?.agentId, 'planner');
    },
  },
  {
    name: 'a save sets what it names, keeps the rest and makes the version one more',
    async run(storage) {
      await storage.commit([createRun({ options: { maxSteps: 3 }, error: 'kept' })]);

      const set = { status: 'suspended', suspendedAt: second(1), step: 2 } as const;
      // What our types forbid and other code can do: a field that is there and undefined is not named.
      Object.assign(set, { error: undefined });
      await storage.commit([updateRun({ set })]);

      const saved = { status: 'suspended', suspendedAt: second(1), step: 2, version: 2 } as const;
      assert.deepEqual(await storage.getRun('run-1'), buildRun({ options: { maxSteps: 3 }, error: 'kept', ...saved }));
    },
  },
  {
    name: 'the options of a run change only when a save names them, and then as a whole',
    async run(storage) {
      await storage.commit([createRun({ options: { maxSteps: 3, instructions: 'a' } })]);

      await storage.commit([updateRun({ options: { instructions: 'b' } })]);

      assert.deepEqual((await storage.getRun('run-1'))?.options, { instructions: 'b' });
      assert.deepEqual((await storage.listRuns()).items[0]?.options, { instructions: 'b' });
    },
  },
  {
    name: 'a save that expects another version, status or token of a run is refused',
    async run(storage) {
      await storage.commit([createRun({ claim })]);

      await assertConflict(storage, [updateRun({ expect: { version: 2 } })]);
      await assertConflict(storage, [updateRun({ expect: { status: ['suspended', 'finished'] } })]);
      await assertConflict(storage, [updateRun({ expect: { token: 6 } })]);
      assert.equal((await storage.getRun('run-1'))?.version, 1);

      await storage.commit([
        updateRun({ expect: { version: 1, status: ['running'], token: 7 }, set: { claim: null } }),
      ]);
      await assertConflict(storage, [updateRun({ expect: { token: 7 } })]);
      assert.equal((await storage.getRun('run-1'))?.version, 2);
    },
  },
  {
    name: 'what belongs to a run that is not there is refused',
    async run(storage) {
      await assertConflict(storage, [updateRun()]);
      await assertConflict(storage, [{ type: 'call-created', call: buildCall() }]);
      await assertConflict(storage, [
        { type: 'messages-appended', runId: 'run-1', threadId: null, origin: 'input', step: 0, messages: [] },
      ]);
    },
  },
  {
    name: 'runs are listed newest first: by their rest, else by their start, then by id',
    async run(storage) {
      await storage.commit([
        createRun({ id: 'b', createdAt: second(2) }),
        createRun({ id: 'a', createdAt: second(2) }),
        createRun({ id: 'rests', status: 'suspended', suspendedAt: second(1), createdAt: second(9) }),
        createRun({ id: 'new', createdAt: second(3) }),
      ]);

      const { items, total } = await storage.listRuns();

      assert.deepEqual(
        items.map(({ id }) => id),
        ['new', 'a', 'b', 'rests'],
      );
      assert.equal(total, 4);
    },
  },
  {
    name: 'a page of runs is a part of the list, and the total is that of all pages',
    async run(storage) {
      const numbers = [1, 2, 3, 4, 5];
      await storage.commit(
        numbers.map((n) => createRun({ id: `run-${n}`, status: 'suspended', suspendedAt: second(n) })),
      );
      const list = async (page: number, perPage: number): Promise<readonly unknown[]> => {
        const { items, total } = await storage.listRuns({ status: ['suspended'], page, perPage });
        return [...items.map(({ id }) => id), total];
      };

      assert.deepEqual(await list(0, 2), ['run-5', 'run-4', 5]);
      assert.deepEqual(await list(2, 2), ['run-1', 5]);
      assert.deepEqual(await list(3, 2), [5]);
      assert.deepEqual((await storage.listRuns({ page: 1 })).items, []);
    },
  },
  {
    name: 'a page or a time that is none is refused',
    async run(storage) {
      const filters = [{ page: -1 }, { page: 0.5 }, { perPage: 0 }, { perPage: 1_000_001 }, { fromDate: 'soon' }];

      for (const filter of filters) await assert.rejects(storage.listRuns(filter), InvalidInputError);
    },
  },
  {
    name: 'runs are filtered by agent, status, thread, resource and time, each alone and together',
    async run(storage) {
      const suspended = { status: 'suspended' } as const;
      await storage.commit([
        createRun({ id: '1', agentId: 'a', ...suspended, suspendedAt: second(1) }),
        createRun({ id: '2', agentId: 'b', ...suspended, suspendedAt: second(2), threadId: 'other' }),
        createRun({ id: '3', agentId: 'a', ...suspended, suspendedAt: second(3), resourceId: 'user' }),
        createRun({ id: '4', agentId: 'a', status: 'finished', createdAt: second(4) }),
        createRun({ id: '5', agentId: 'a', status: 'interrupted', createdAt: second(5), threadId: null }),
      ]);
      const list = async (filter: Parameters<typeof storage.listRuns>[0]): Promise<string> =>
        (await storage.listRuns(filter)).items.map(({ id }) => id).join('');

      assert.equal(await list({ agentId: 'a' }), '5431');
      assert.equal(await list({ status: ['suspended'] }), '321');
      assert.equal(await list({ status: ['finished', 'interrupted'] }), '54');
      assert.equal(await list({ status: [] }), '');
      assert.equal(await list({ threadId: 'other' }), '2');
      assert.equal(await list({ resourceId: 'user' }), '3');
      assert.equal(await list({ fromDate: second(2), toDate: second(4) }), '432');
      assert.equal(await list({ fromDate: '2026-01-01T00:00:05Z' }), '5');
      assert.equal(await list({ toDate: '2026-01-01T01:00:01+01:00' }), '1');
      assert.equal(await list({ agentId: 'a', status: ['suspended'], threadId: 'thread-1', toDate: second(2) }), '1');
      assert.equal((await storage.listRuns({ agentId: 'a', perPage: 1 })).total, 4);
    },
  },
  {
    name: 'every status of a run is listed and found under it',
    async run(storage) {
      const statuses: readonly RunStatus[] = ['running', 'suspended', 'finished', 'failed', 'aborted', 'interrupted'];
      await storage.commit(statuses.map((status) => createRun({ id: status, status })));

      for (const status of statuses) {
        assert.deepEqual(
          (await storage.listRuns({ status: [status] })).items.map(({ id }) => id),
          [status],
        );
      }
    },
  },
  {
    name: 'the messages of a run that ended can be dropped; its calls and those of other runs stay',
    async run(storage) {
      const append = (runId: string): Change => ({
        type: 'messages-appended',
        runId,
        threadId: null,
        origin: 'input',
        step: 0,
        messages: [{ role: 'user', content: 'hi' }],
      });
      await storage.commit([createRun(), append('run-1'), { type: 'call-created', call: buildCall() }]);
      await storage.commit([createRun({ id: 'run-2' }), append('run-2')]);

      await storage.commit([{ type: 'messages-removed', runId: 'run-1' }]);

      assert.deepEqual(await storage.getMessages('run-1'), []);
      assert.equal((await storage.getCalls('run-1')).length, 1);
      assert.equal((await storage.getMessages('run-2')).length, 1);
    },
  },
  {
    name: 'messages come back in the order of their saves, each row as it was appended',
    async run(storage) {
      await storage.commit([createRun(), createRun({ id: 'run-2' })]);
      const append = (runId: string, step: number, text: string): Change => ({
        type: 'messages-appended',
        runId,
        threadId: step === 0 ? null : 'thread-1',
        origin: step === 0 ? 'input' : 'step',
        step,
        messages: [{ role: 'user', content: text }],
      });
      await commitEach(storage, [
        [append('run-1', 0, 'one')],
        [append('run-2', 0, 'other')],
        [append('run-1', 2, 'two'), append('run-1', 1, 'three')],
      ]);

      const rows = await storage.getMessages('run-1');

      assert.deepEqual(rows, [
        { runId: 'run-1', threadId: null, origin: 'input', step: 0, messages: [{ role: 'user', content: 'one' }] },
        { runId: 'run-1', threadId: 'thread-1', origin: 'step', step: 2, messages: [{ role: 'user', content: 'two' }] },
        {
          runId: 'run-1',
          threadId: 'thread-1',
          origin: 'step',
          step: 1,
          messages: [{ role: 'user', content: 'three' }],
        },
      ]);
      assert.deepEqual(await storage.getMessages('run-3'), []);
    },
  },
  {
    name: 'calls come back by step, then position, run by run in the order asked for',
    async run(storage) {
      await storage.commit([createRun(), createRun({ id: 'run-2' })]);
      const calls = [
        buildCall({ toolCallId: 'c', step: 2, position: 0 }),
        buildCall({ toolCallId: 'b', step: 1, position: 1 }),
        buildCall({ toolCallId: 'a', step: 1, position: 0 }),
        buildCall({ runId: 'run-2', toolCallId: 'a', step: 1 }),
      ];
      await storage.commit(calls.map((call): Change => ({ type: 'call-created', call })));

      assert.deepEqual(await storage.getCalls('run-1'), [calls[2], calls[1], calls[0]]);
      assert.deepEqual(await storage.getCalls(['run-2', 'run-3', 'run-1', 'run-2']), [
        calls[3],
        calls[2],
        calls[1],
        calls[0],
      ]);
      assert.deepEqual(await storage.getCalls([]), []);
    },
  },
  {
    name: 'a call whose id its run has already is refused',
    async run(storage) {
      await storage.commit([createRun(), { type: 'call-created', call: buildCall() }]);

      await assertConflict(storage, [{ type: 'call-created', call: buildCall({ toolName: 'other' }) }]);

      assert.equal((await storage.getCalls('run-1'))[0]?.toolName, 'submit_plan');
    },
  },
  {
    name: 'a call goes from state to state, each read back as it was set',
    async run(storage) {
      const call = buildCall({
        args: ['any', { json: true }],
        isPlan: false,
        isIdempotent: true,
        providerMetadata: { openai: { itemId: 'x' } },
      });
      await storage.commit([createRun(), { type: 'call-created', call }]);

      for (const state of callStates) {
        const expect = ['prepared', 'waiting', 'running', 'settled'] as const;
        await storage.commit([{ type: 'call-updated', runId: 'run-1', toolCallId: 'call-1', expect, state }]);
        assert.deepEqual(await storage.getCalls('run-1'), [{ ...call, state }]);
      }
    },
  },
  {
    name: 'a save that expects another state of a call, or meets no call, is refused',
    async run(storage) {
      const settled = callStates.find(({ status }) => status === 'settled') ?? { status: 'prepared', approved: true };
      await storage.commit([createRun(), { type: 'call-created', call: buildCall({ state: settled }) }]);
      const update = { type: 'call-updated', runId: 'run-1', toolCallId: 'call-1' } as const;
      const state: CallState = { status: 'running' };

      await assertConflict(storage, [{ ...update, expect: ['prepared', 'waiting'], state }]);
      await assertConflict(storage, [{ ...update, toolCallId: 'call-2', expect: ['settled'], state }]);

      assert.deepEqual((await storage.getCalls('run-1'))[0]?.state, settled);
      assert.equal((await storage.getRun('run-1'))?.createdAt, builtAt);
    },
  },
];
