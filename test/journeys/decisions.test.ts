import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DecisionAuthor } from '../../src/core/index.ts';
import { callTool, say, scriptedModel } from '../../src/testing/index.ts';
import { approvedText, effectTool, resultsIn, testFolder } from '../builders/planner.ts';
import { openProcess } from '../builders/restarts.ts';

const path = 'plans/export-csv.md';
const planA = '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';
const submit = (id?: string) => callTool('submit_plan', { path }, { id });
const change = callTool('apply_change', { label: 'x' });
const by: DecisionAuthor = { name: 'min', assurance: 'local', surface: 'page' };

/** A project with one waiting plan. */
async function waitingPlan(script = [[submit()], [change], [say('Done.')]] as Parameters<typeof scriptedModel>[0]) {
  const root = await testFolder({ [path]: planA });
  const { applyChange, effects } = effectTool();
  const model = scriptedModel(script, { strict: true });
  const process = openProcess(root, { model, tools: { applyChange } });
  const { runId } = await process.agent.generate('Export orders as CSV');
  return { ...process, root, effects, model, runId, tools: { applyChange } };
}

test('C-02: of two approvals at once one wins, the change is made once, the other is told what stands', async () => {
  const { agent, effects, runId } = await waitingPlan();

  const answers = await Promise.allSettled([1, 2].map(() => agent.resumeGenerate({ action: 'approved' }, { runId })));

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const lost = answers.find(({ status }) => status === 'rejected');
  expect(lost).toMatchObject({ reason: { code: 'ALREADY_DECIDED', decision: { action: 'approved' } } });
  expect(effects).toEqual(['x']);
});

test('C-02: of an approval and a rejection at once only the winner shows', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { agent, storage, model, effects, runId } = await waitingPlan([[submit()], () => [say('Ok.')]]);

    const answers = await Promise.allSettled([
      agent.resumeGenerate({ action: 'approved' }, { runId }),
      agent.resumeGenerate({ action: 'rejected', feedback: 'no' }, { runId }),
    ]);

    const won = answers[0]?.status === 'fulfilled' ? 'approved' : 'rejected';
    const [review] = (await storage.listReviews()).items;
    const decisions = await storage.listDecisions(review?.id ?? '');
    expect(decisions.map(({ decision }) => decision.action)).toEqual([won]);
    const told = String(Object.values(resultsIn(model.requests[1]))[0]);
    expect(told.startsWith('Plan approved.')).toBe(won === 'approved');
    expect(effects).toEqual([]);
  }
});

test('C-03: a late approval of a rejected revision is refused by name; the newer one still waits', async () => {
  const { agent, effects, runId } = await waitingPlan([
    [submit('first')],
    [submit('second')],
    [change],
    [say('Done.')],
  ]);
  await agent.resumeGenerate({ action: 'rejected', feedback: 'more tests' }, { runId, toolCallId: 'first' });

  const late = agent.resumeStream({ action: 'approved' }, { runId, toolCallId: 'first' });

  await expect(late).rejects.toMatchObject({ code: 'ALREADY_DECIDED', decision: { action: 'rejected' } });
  expect(effects).toEqual([]);
  const done = await agent.resumeGenerate({ action: 'approved' }, { runId, toolCallId: 'second' });
  expect(done.text).toBe('Done.');
});

test.each([
  undefined,
  null,
  {},
  { action: null },
  { action: 'approve' },
  { action: 'APPROVED' },
  { approved: true },
  { action: true },
  'approved',
])('C-04: %j is no decision: refused before the run is touched, and the plan still waits', async (answer) => {
  const { agent, storage, model, runId } = await waitingPlan();
  const before = await storage.getRun(runId);

  await expect(agent.resumeStream(answer, { runId })).rejects.toMatchObject({ code: 'INVALID_RESUME_DATA' });

  expect(await storage.getRun(runId)).toEqual(before);
  expect(model.requests).toHaveLength(1);
  expect((await agent.resumeGenerate({ action: 'approved' }, { runId })).text).toBe('Done.');
});

test('C-07: three submissions of one run, a restart before each decision', async () => {
  const { agent, root, runId, storage } = await waitingPlan([[submit()]]);
  await storage.close();
  const waiting = async () => {
    const process = openProcess(root, { model: scriptedModel([[submit()]], { strict: true }) });
    const { runs } = await process.agent.listSuspendedRuns();
    return { ...process, calls: runs.flatMap((run) => run.toolCalls) };
  };
  const seen: string[] = [];
  for (const feedback of ['more tests', 'fewer steps']) {
    const process = await waiting();
    expect(process.calls).toHaveLength(1);
    seen.push(process.calls[0]?.toolCallId ?? '');
    expect(process.calls[0]?.suspendPayload).toMatchObject({ path });
    const again = await process.agent.resumeGenerate({ action: 'rejected', feedback }, { runId });
    expect(again).toMatchObject({ runId, finishReason: 'suspended' });
    await process.storage.close();
  }
  const last = openProcess(root, { model: scriptedModel([[say('done')]], { strict: true }) });
  const { items } = await last.storage.listReviews();
  const done = await last.agent.resumeGenerate({ action: 'approved' }, { runId });

  expect(done).toMatchObject({ runId, text: 'done', finishReason: 'stop' });
  expect(new Set(items.map(({ source }) => source.toolCallId)).size).toBe(3);
  expect(items.map(({ revision }) => revision)).toEqual([3, 2, 1]);
  expect(agent.id).toBe('planner');
});

test('C-10: feedback reaches the model word for word, whatever it says', async () => {
  const first =
    'Step 2: don\'t "stream" — use `COPY`.\n\nKeep {{placeholder}} and <tag> & 100 % as they are.\nNot enough on errors; yes, but approved? no.';
  const lines = Array.from(
    { length: 300 },
    (_, index) => `${index + 1}. ${'a line of feedback that is long enough to matter, '.repeat(3)}`,
  );
  for (const feedback of [first, lines.join('\r\n')]) {
    const { agent, model, runId } = await waitingPlan([[submit()], [submit()]]);

    const again = await agent.resumeGenerate({ action: 'rejected', feedback }, { runId });

    const told = String(Object.values(resultsIn(model.requests[1]))[0]);
    expect(told).toContain(feedback);
    expect(told).toContain('submit_plan');
    expect(told.startsWith('Plan approved')).toBe(false);
    expect(again.finishReason).toBe('suspended');
    expect(model.requests[1]?.messages[1]).toMatchObject({ role: 'user' });
  }
});

test('C-16: an approval of a plan that changed since is refused; rereading opens what stands there now', async () => {
  const { agent, host, root, effects, runId } = await waitingPlan();
  const [shown] = (await host.list()).items;
  await writeFile(join(root, path), planA.replace('10 000', '50 000'));

  await expect(agent.resumeStream({ action: 'approved' }, { runId })).rejects.toMatchObject({ code: 'PLAN_CHANGED' });
  const approval = host.decide(shown?.review.id ?? '', { action: 'approved' }, { by });
  await expect(approval).rejects.toMatchObject({ code: 'PLAN_CHANGED' });
  expect(effects).toEqual([]);
  const next = await host.reread(shown?.review.id ?? '');
  expect(next.review).toMatchObject({ revision: 2, status: 'waiting' });
  const done = await agent.resumeGenerate({ action: 'approved', planSha256: next.review.planSha256 }, { runId });

  expect(done.text).toBe('Done.');
  expect(effects).toEqual(['x']);
  expect((await host.get(next.review.id)).text).toContain('50 000');
});

test('C-16: after the approval the file may change; what was approved stands in the record', async () => {
  const { agent, host, root, runId } = await waitingPlan();
  const [shown] = (await host.list()).items;
  await agent.resumeGenerate({ action: 'approved' }, { runId });

  await writeFile(join(root, path), `${planA}- [x] done\n`);

  const detail = await host.get(shown?.review.id ?? '');
  expect(detail.text).toBe(planA);
  expect(detail.file.state).toBe('changed');
});

test('C-22: a note on an approval reaches the model with the documented sentence, once each', async () => {
  const { agent, host, model, runId } = await waitingPlan([[submit()], [say('Done.')]]);
  const note = 'keep the old endpoint for one release';

  await agent.resumeGenerate({ action: 'approved', feedback: note }, { runId });

  const told = String(Object.values(resultsIn(model.requests[1]))[0]);
  expect(told.startsWith(`${approvedText}\n\n`)).toBe(true);
  expect(told.split(note)).toHaveLength(2);
  const [decided] = (await host.list({ status: ['decided'] })).items;
  expect(decided?.decision?.decision.feedback).toBe(note);
  expect(decided?.decision?.by).toMatchObject({ assurance: 'program' });
});

test('C-24: odd characters come back as they were, also after a restart', async () => {
  const odd = '\u0000 \ud800 \\v 👩‍👩‍👧‍👦 𠮷 \ufeff line\r\nnext';
  const root = await testFolder({ [path]: `\ufeff# Titel\r\n\r\n👩‍👩‍👧‍👦 𠮷 \\v\r\n` });
  const first = openProcess(root, { model: scriptedModel([[submit()]]) });
  const { runId } = await first.agent.generate(odd);
  await first.storage.close();

  const model = scriptedModel([[say('Ok.')]], { strict: true });
  const second = openProcess(root, { model });
  expect((await second.agent.listSuspendedRuns()).total).toBe(1);
  await second.agent.resumeGenerate({ action: 'rejected', feedback: odd }, { runId });
  await second.storage.close();

  const third = openProcess(root, { model: scriptedModel([]) });
  const [decided] = (await third.host.list({ status: ['decided'] })).items;
  expect(decided?.decision?.decision.feedback).toBe(odd);
  expect(decided?.review.title).toBe('Titel');
  expect(model.requests[0]?.messages[1]).toMatchObject({ content: [{ text: odd }] });
  expect(String(Object.values(resultsIn(model.requests[0]))[0])).toContain(odd);
  expect((await third.host.get(decided?.review.id ?? '')).text).toContain('👩‍👩‍👧‍👦 𠮷');
});
