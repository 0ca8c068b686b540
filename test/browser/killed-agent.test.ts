import { chromium } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../scripts/find-programs.mjs';
import { projectRoot, startChild } from '../builders/child.ts';
import { startPlanner, submittedAndKilled } from '../builders/killed-planner.ts';
import { chromiumFlags } from './open-review-page.ts';

test('a killed process, a decision in the page of another, and a third that goes on: the change is made once', async () => {
  const { root, effects } = await submittedAndKilled();
  const serve = startChild([`${projectRoot}bin/countersign.js`, 'serve', '--json', '--no-open'], { cwd: root });
  const { url } = (await serve.nextLine()) as { url: string };
  const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();

  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Export orders as CSV' }).first().waitFor();
  await page.locator('.decision-buttons').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .locator('#decision')
    .filter({ hasText: /Approved by/ })
    .waitFor();
  expect(effects()).toBe(0);

  const third = startPlanner(root, 'attach', '15000');
  expect(await third.nextLine()).toEqual({ status: 'success', text: 'Planning.Done.' });
  await third.ended();
  expect(effects()).toBe(1);
  await page
    .locator('#decision')
    .filter({ hasText: /Delivered/ })
    .waitFor();
});
