import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callTool, say, scriptedModel } from '../../src/testing/index.ts';
import { resultsIn, testFolder } from '../builders/planner.ts';
import { openProcess } from '../builders/restarts.ts';

const submit = (path: string) => callTool('submit_plan', { path });
const planA = '# Export orders as CSV\n\n1. Choose the columns.\n';

/** Submits each path in a run of its own, and says what the model was told. */
async function submitAll(root: string, paths: readonly string[]) {
  const told: Record<string, string> = {};
  for (const path of paths) {
    const model = scriptedModel([[submit(path)], [submit('plans/a.md')]], { strict: true });
    const { agent, host } = openProcess(root, { model });
    const output = await agent.generate('go');
    expect(output.finishReason, path).toBe('suspended');
    const waiting = (await host.list()).items.filter(({ review }) => review.source.runId === output.runId);
    expect(
      waiting.map(({ review }) => review.path),
      path,
    ).toEqual(['plans/a.md']);
    told[path] = String(Object.values(resultsIn(model.requests[1]))[0]);
  }
  return told;
}

test('C-17: an unreadable plan is an error the model reads at once; nobody is bothered, and the next plan waits as usual', async () => {
  const root = await testFolder({
    'plans/a.md': planA,
    'plans/empty.md': '',
    'plans/blank.md': ' \n\n\t\n',
    'plans/large.md': `# Large\n${'x'.repeat(1024 * 1024)}`,
  });
  await writeFile(join(root, 'plans/binary.md'), Buffer.from([35, 32, 0, 1, 2]));
  await writeFile(join(root, 'plans/latin1.md'), Buffer.from([35, 32, 0xe9, 10]));

  const paths = ['none.md', 'empty.md', 'blank.md', 'large.md', 'binary.md', 'latin1.md', ''];
  const told = await submitAll(
    root,
    paths.map((name) => `plans/${name}`),
  );

  for (const [path, text] of Object.entries(told)) expect(text, path).toContain(path.replace(/\/$/, ''));
  expect(new Set(Object.values(told)).size).toBe(paths.length);
});

test('C-18: a path that leads outside is refused with the root in the message and nothing of the outside file', async () => {
  const secret = 'the outside secret';
  const outer = await testFolder({ 'outside.md': secret, 'elsewhere/x.md': secret });
  const root = join(outer, 'project');
  await mkdir(join(root, 'plans'), { recursive: true });
  await writeFile(join(root, 'plans/a.md'), planA);
  await symlink(join(outer, 'outside.md'), join(root, 'plans/link.md'));
  await symlink(join(outer, 'elsewhere'), join(root, 'plans/sub'));

  const told = await submitAll(root, [
    '../outside.md',
    '../../outside.md',
    join(outer, 'outside.md'),
    'plans/../../outside.md',
    'plans/link.md',
    'plans/sub/x.md',
    'plans/a.md\u0000.png',
  ]);

  for (const [path, text] of Object.entries(told)) {
    expect(text, path).toContain(root);
    expect(text, path).not.toContain(secret);
  }
});

test('C-18: two spellings of one path are one plan', async () => {
  const root = await testFolder({ 'plans/a.md': planA });
  const model = scriptedModel([[submit('plans/a.md')], [submit('./plans/a.md')], [say('Ok.')]]);
  const { agent, host } = openProcess(root, { model });
  const { runId } = await agent.generate('go');
  await agent.resumeGenerate({ action: 'rejected', feedback: 'more' }, { runId });

  const { items } = await host.list({ status: ['waiting', 'decided'] });

  expect(items.map(({ review }) => [review.path, review.revision])).toEqual([
    ['plans/a.md', 2],
    ['plans/a.md', 1],
  ]);
});
