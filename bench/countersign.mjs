/**
 * This project as an adapter of the plan-approval benchmark (`../shared/bench`, run with `--adapters bench/countersign.mjs`).
 * It measures the built package, with the default durability: SQLite in WAL, `synchronous=FULL`.
 */

const apply = { label: 'change', text: 'changed' };
const APPROVED = /^Plan approved\./;
const deltas = ['All ', 'steps of ', 'the plan ', 'are done.'];
const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

let made = 0;
const nextId = () => {
  made += 1;
  return `call_${process.pid.toString(36)}_${made.toString(36)}`;
};

/** What the model says after this last message; the same in a fresh process. */
function nextTurn(last) {
  const result = last?.role === 'tool' ? last.content.at(-1) : undefined;
  if (result?.toolName === 'apply_change') return { kind: 'text', deltas };
  const isApproved = result?.toolName === 'submit_plan' && APPROVED.test(String(result.output.value));
  return isApproved
    ? { kind: 'call', id: nextId(), tool: 'apply_change', args: { note: 'step 1' } }
    : { kind: 'call', id: nextId(), tool: 'submit_plan', args: { path: 'plans/plan.md' } };
}

function* play(turn) {
  yield { type: 'stream-start', warnings: [] };
  if (turn.kind === 'text') {
    yield { type: 'text-start', id: 't' };
    for (const delta of turn.deltas) yield { type: 'text-delta', id: 't', delta };
    yield { type: 'text-end', id: 't' };
  } else {
    const input = JSON.stringify(turn.args);
    yield { type: 'tool-input-start', id: turn.id, toolName: turn.tool };
    yield { type: 'tool-input-delta', id: turn.id, delta: input };
    yield { type: 'tool-input-end', id: turn.id };
    yield { type: 'tool-call', toolCallId: turn.id, toolName: turn.tool, input };
  }
  const reason = turn.kind === 'text' ? 'stop' : 'tool-calls';
  yield { type: 'finish', usage, finishReason: { unified: reason, raw: reason } };
}

function mockModel(hooks) {
  return {
    specificationVersion: 'v3',
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    async doStream({ prompt }) {
      const turn = nextTurn(prompt.at(-1));
      if (hooks.model) await hooks.model(turn);
      const stream = new ReadableStream({
        start(controller) {
          for (const part of play(turn)) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
}

/** A Standard Schema of one string field: what a user's schema library does, without measuring that library. */
const noteSchema = {
  '~standard': {
    version: 1,
    vendor: 'bench',
    validate: (value) =>
      typeof value?.note === 'string'
        ? { value: { note: value.note } }
        : { issues: [{ message: 'must be a string', path: ['note'] }] },
    jsonSchema: {
      input: () => ({ type: 'object', properties: { note: { type: 'string' } }, required: ['note'] }),
      output: () => ({ type: 'object' }),
    },
  },
};

const kinds = new Set(['tool-call', 'tool-result', 'text-delta']);

async function drain(output, { onChunk, onSuspend }) {
  let failure;
  for await (const chunk of output.fullStream) {
    if (kinds.has(chunk.type)) onChunk?.(chunk.type);
    if (chunk.type === 'tool-call-suspended') onSuspend?.(chunk.payload.toolCallId);
    if (chunk.type === 'error') failure = chunk.payload.error;
  }
  if (failure !== undefined) throw failure;
  return (await output.finishReason) === 'suspended' ? 'suspended' : 'finished';
}

export default {
  name: 'countersign',
  label: 'countersign (node:sqlite, synchronous FULL)',
  packages: [],

  async load() {
    const [{ Agent }, { createTool, submitPlanTool }, { sqliteStorage }] = await Promise.all([
      import('countersign/agent'),
      import('countersign/tools'),
      import('countersign/storage'),
    ]);
    return { Agent, createTool, submitPlanTool, sqliteStorage };
  },

  async open({ Agent, createTool, submitPlanTool, sqliteStorage }, { file, hooks }) {
    const storage = sqliteStorage({ path: file });
    const applyChange = createTool({
      id: 'apply_change',
      description: 'Changes something',
      inputSchema: noteSchema,
      execute: async (args) => {
        await hooks.apply(args);
        return apply.text;
      },
    });
    const agent = new Agent({
      id: 'planner',
      instructions: 'You submit a plan with submit_plan and only then change things.',
      model: mockModel(hooks),
      tools: { submitPlanTool, applyChange },
      storage,
    });
    // Opens the file, which is otherwise done at the first use.
    await storage.getRun('none');

    return {
      async start({ history, ...on }) {
        const output = await agent.stream(history);
        const status = await drain(output, on);
        if (status !== 'suspended') throw new Error(`expected suspended, got ${status}`);
        return output.runId;
      },
      async resume(runId, { approved, feedback, token, ...on }) {
        const decision = approved ? { action: 'approved' } : { action: 'rejected', feedback };
        const options = token === undefined ? { runId } : { runId, toolCallId: token };
        return drain(await agent.resumeStream(decision, options), on);
      },
      async list({ limit } = {}) {
        const { runs, total } = await agent.listSuspendedRuns(limit === undefined ? {} : { perPage: limit });
        return { ids: runs.map((run) => run.runId), total };
      },
      async recover(runId) {
        const legs = await agent.recover();
        const leg = legs.find((found) => found.runId === runId);
        if (leg !== undefined) return drain(leg.output, {});
        const run = await storage.getRun(runId);
        return `not recovered: ${run?.status}`;
      },
      async close() {
        await storage.close();
      },
    };
  },
};
