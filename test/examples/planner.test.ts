import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createReviewHost, type Decision, type ReviewHost } from 'countersign/review';
import { type Storage, sqliteStorage } from 'countersign/storage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningExample, startExample } from './start-example.ts';

const timeoutMs = 60_000;
let folder: string;
let storage: Storage;
let host: ReviewHost;
const running: RunningExample[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-planner-'));
  storage = sqliteStorage({ path: join(folder, 'countersign.db') });
  host = createReviewHost({ storage });
});

afterEach(async () => {
  for (const example of running.splice(0)) example.kill('SIGKILL');
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function startPlanner(args: readonly string[] = ['--no-open'], env: NodeJS.ProcessEnv = {}): RunningExample {
  const example = startExample('examples/planner/main.ts', args, { COUNTERSIGN_STATE_FOLDER: folder, ...env });
  running.push(example);
  return example;
}

/** Decides on the plan that waits, as another process would. */
async function decide(decision: Omit<Decision, 'planSha256'>): Promise<void> {
  const waiting = (await host.list()).items[0];
  if (waiting?.review.planSha256 == null) throw new Error('No plan waits.');
  const by = { name: 'min', assurance: 'local', surface: 'command' } as const;
  await host.decide(waiting.review.id, { ...decision, planSha256: waiting.review.planSha256 }, { by });
}

test('a plan outlives its process, is revised on feedback, and is carried out once approved', {
  timeout: timeoutMs,
}, async () => {
  const first = startPlanner();
  await first.waitFor('Revision 1 of the plan waits');
  first.kill('SIGINT');
  expect(await first.ended).toBe(130);

  const second = startPlanner();
  await second.waitFor('Revision 1 of the plan waits');
  expect(second.output()).toContain('Goes on with the work of an earlier start');
  await decide({ action: 'rejected', feedback: 'Name the field `total`.\nWhy UTC?' });
  await second.waitFor('Revision 2 of the plan waits');
  const { diff } = await host.diff((await host.list()).items[0]?.review.id ?? '');
  await decide({ action: 'approved' });

  expect(await second.ended, second.output()).toBe(0);
  expect(diff?.hunks.flatMap(({ lines }) => lines).map(({ text }) => text)).toContain('> Name the field `total`.');
  expect(second.output()).toContain('The plan is carried out: 14 tests passed, 0 failed.');
  expect(second.output()).toContain('+++ b/src/format-jsonl.ts');
});

test('with --auto-approve a rule decides, and the record says so', { timeout: timeoutMs }, async () => {
  const planner = startPlanner(['--auto-approve']);

  expect(await planner.ended, planner.output()).toBe(0);
  const [decided] = (await host.list({ status: ['decided'] })).items;
  expect(decided?.decision?.by).toMatchObject({ assurance: 'rule', name: '--auto-approve' });
  expect(planner.output()).toContain('14 passed');
});

test('two at once work on one plan, and both tell how it ended', { timeout: timeoutMs }, async () => {
  const first = startPlanner();
  await first.waitFor('Revision 1 of the plan waits');
  const second = startPlanner(['--auto-approve']);

  expect(await second.ended, second.output()).toBe(0);
  expect(await first.ended, first.output()).toBe(0);
  for (const planner of [first, second]) expect(planner.output()).toContain('14 tests passed, 0 failed.');
});

test('a plain no changes nothing', { timeout: timeoutMs }, async () => {
  const planner = startPlanner();
  await planner.waitFor('Revision 1 of the plan waits');
  await decide({ action: 'rejected' });

  expect(await planner.ended, planner.output()).toBe(0);
  expect(planner.output()).toContain('Nothing was changed.');
});

test('an unknown word starts nothing', async () => {
  const planner = startPlanner(['--approve-all']);

  expect(await planner.ended).toBe(64);
  expect(planner.output()).toContain('Usage: npm start');
});

test('a model without its key is named with what is missing', async () => {
  const planner = startPlanner([], { COUNTERSIGN_MODEL: 'openai/gpt-5', OPENAI_API_KEY: '' });

  expect(await planner.ended).toBe(1);
  expect(planner.output()).toContain('OPENAI_API_KEY is not set');
});

test('a server that speaks the chat protocol of OpenAI is a model', { timeout: timeoutMs }, async () => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.url} ${await text(request)}`);
    const chunk = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'small', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
    response.setHeader('content-type', 'text/event-stream');
    response.end(
      `${chunk({ role: 'assistant', content: 'There is nothing to do.' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`,
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const planner = startPlanner(['--no-open'], {
    COUNTERSIGN_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COUNTERSIGN_MODEL: 'small',
  });
  const code = await planner.ended;
  server.close();

  expect(code, planner.output()).toBe(0);
  expect(planner.output()).toContain('There is nothing to do.');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('/v1/chat/completions');
  expect(asked[0]).toContain('"submit_plan"');
});
