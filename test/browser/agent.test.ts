import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent } from '../../src/agent/index.ts';
import { planFolder } from '../../src/plans/index.ts';
import { callTool, say, scriptedModel } from '../../src/testing/index.ts';
import { submitPlanTool } from '../../src/tools/index.ts';
import { planText, useReviewPages } from './open-review-page.ts';

const open = useReviewPages();

test('an agent’s plan is sent back, comes again in place with its diff, is approved, and the agent reads what was previewed', async () => {
  const { page, host, storage, folder } = await open();
  const writePlan = (text: string): void => {
    mkdirSync(dirname(join(folder, 'plans/export.md')), { recursive: true });
    writeFileSync(join(folder, 'plans/export.md'), text);
  };
  const model = scriptedModel([
    callTool('submit_plan', { path: 'plans/export.md' }),
    () => {
      writePlan(planText.replace('10 000', '10 million'));
      return callTool('submit_plan', { path: 'plans/export.md' });
    },
    say('Done.'),
  ]);
  const agent = new Agent({
    id: 'planner',
    name: 'Planner',
    instructions: 'Plan, then submit.',
    model,
    tools: { submitPlanTool },
    storage,
    plans: planFolder({ root: folder }),
  });
  host.attach(agent);
  writePlan(planText);

  await agent.generate('Export the orders');
  await page.getByRole('button', { name: 'Request changes' }).click();
  await page.getByLabel('What should change?').fill('Test with more.');
  await page.locator('.preview-text').filter({ hasText: 'Test with more.' }).waitFor();
  const preview = await page.locator('.preview-text').textContent();
  await page.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click();
  await page.locator('.diff-added').waitFor();
  const [added, removed] = [
    await page.locator('.diff-added').textContent(),
    await page.locator('.diff-removed').textContent(),
  ];
  await page.locator('.decision-buttons').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.locator('.delivery').filter({ hasText: 'The agent has finished' }).waitFor();

  expect(await page.locator('.delivery li').allTextContents()).toEqual([
    'Recorded',
    'Delivered to planner',
    'The agent has finished',
  ]);
  expect([added, removed]).toEqual([expect.stringContaining('10 million'), expect.stringContaining('10 000')]);
  expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain(JSON.stringify(preview).slice(1, -1));
  expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain('Plan approved. Proceed');
});
