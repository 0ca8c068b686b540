import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { planText, useReviewPages } from './open-review-page.ts';

const open = useReviewPages();
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const fixtures = new URL('../fixtures/plans/', import.meta.url);

const rich = `# Move the session store

A paragraph with \`code\`, **weight**, [a link](https://example.com/) and a note[^1].

> A quotation.

| Option | Cost |
| :----- | ---: |
| Redis  |   12 |

- [x] measured
- [ ] decided

\`\`\`ts
// Rests for a day.
export const ttl: number = 24 * 60 * 60; /* seconds */
const name = \`session-\${ttl}\`;
\`\`\`

\`\`\`diff
- old
+ new
\`\`\`

<b>HTML</b> and ![a picture](https://example.com/p.png)

[^1]: The note.
`;

/** What axe finds wrong, by rule and place. */
async function findFaults(page: Page): Promise<readonly string[]> {
  // By the debugger: the page's own rules let no other script in.
  await page.evaluate(readFileSync(axePath, 'utf8'));
  const found: unknown = await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  const { violations } = found as {
    violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

/** By how many pixels the page is wider than its window. */
function measureOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const looks = [
  { name: 'light, wide', browser: { colorScheme: 'light', viewport: { width: 1280, height: 860 } } },
  { name: 'dark, wide', browser: { colorScheme: 'dark', viewport: { width: 1280, height: 860 } } },
  { name: 'light, 320 pixels', browser: { colorScheme: 'light', viewport: { width: 320, height: 640 } } },
  { name: 'dark, 320 pixels', browser: { colorScheme: 'dark', viewport: { width: 320, height: 640 } } },
] as const;

describe.each(looks)('$name', ({ browser }) => {
  test('every view is without a fault that axe can find', { timeout: 60_000 }, async () => {
    // Without movement: a colour in the middle of its change is no colour of ours.
    const { page, host, submit } = await open({
      plans: { 'plan.md': rich },
      server: { holdMs: 30_000 },
      browser: { ...browser, reducedMotion: 'reduce' },
    });
    await submit('plan.md', rich.replace('12', '14').replace('A quotation.', 'Another quotation.'));
    await page.locator('.diff-added, .prose').first().waitFor();
    const faults: string[] = [];
    const look = async (view: string): Promise<void> => {
      for (const fault of await findFaults(page)) faults.push(`${view}: ${fault}`);
      const overflow = await measureOverflow(page);
      if (overflow > 0) faults.push(`${view}: ${overflow} pixels too wide`);
    };

    for (const name of ['Changes since', 'Source', 'Plan']) {
      await page
        .getByRole('navigation', { name: 'Views of the plan' })
        .getByRole('link', { name, exact: name === 'Plan' })
        .click();
      await page.locator({ 'Changes since': '.diff', Source: '.source', Plan: '.prose' }[name] ?? '').waitFor();
      await look(name);
    }
    for (const key of ['a', 'n', 'r', 's', '?']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      if (key !== '?') await page.locator('.preview-text').waitFor();
      await look(`dialog ${key}`);
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('r');
    await page.getByLabel('What should change?').fill('More tests.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await look('undo');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.decision-buttons').waitFor();
    const { items } = await host.list();
    const by = { name: 'ana', assurance: 'program', surface: 'library' } as const;
    await host.decide(items[0]?.review.id ?? '', { action: 'approved', feedback: 'Mind the clock.' }, { by });
    await page.locator('.delivery').filter({ hasText: 'Recorded' }).waitFor();
    await look('delivery');

    expect(faults).toEqual([]);
  });

  test('the empty list and the page without its address are without a fault', { timeout: 60_000 }, async () => {
    const empty = await open({ browser });
    await empty.page.getByText('No plan is waiting.').waitFor();
    const outside = await open({ browser, fragment: '' });
    await outside.page.getByText('This page needs its address').waitFor();

    expect([...(await findFaults(empty.page)), ...(await findFaults(outside.page))]).toEqual([]);
    expect([await measureOverflow(empty.page), await measureOverflow(outside.page)]).toEqual([0, 0]);
  });
});

test('no real plan makes a window of 320 pixels scroll sideways, in any view', { timeout: 120_000 }, async () => {
  const { page, submit } = await open({ browser: { viewport: { width: 320, height: 640 } } });
  const tooWide: string[] = [];

  for (const name of readdirSync(fixtures).filter((file) => file.endsWith('.md') && file !== 'SOURCES.md')) {
    const { review } = await submit(name, readFileSync(new URL(name, fixtures), 'utf8'));
    for (const view of ['plan', 'source']) {
      await page.evaluate((fragment) => location.assign(fragment), `#review=${review.id}&view=${view}`);
      await page.locator(`.fact-path:text-is("${name}")`).waitFor();
      await page.locator(view === 'plan' ? '.prose' : '.source').waitFor();
      if ((await measureOverflow(page)) > 0) tooWide.push(`${name} (${view})`);
    }
  }

  expect(tooWide).toEqual([]);
});

test('targets are at least 44 pixels high', async () => {
  const { page } = await open({ plans: { 'plan.md': planText }, browser: { viewport: { width: 320, height: 640 } } });
  await page.locator('.decision-buttons').waitFor();

  const heights = await page
    .locator('.decision-buttons button, .view-link, .back')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().height));

  expect(heights.length).toBeGreaterThan(5);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test('Stop and Approve are never neighbours', async () => {
  for (const width of [320, 700, 1200]) {
    const { page } = await open({ plans: { 'plan.md': planText }, browser: { viewport: { width, height: 640 } } });
    const buttons = page.locator('.decision-buttons');
    const [stop, approve] = await Promise.all(
      ['Stop', 'Approve'].map((name) => buttons.getByRole('button', { name, exact: true }).boundingBox()),
    );
    if (stop == null || approve == null) throw new Error('A button is missing.');

    const isBeside = stop.y < approve.y + approve.height && approve.y < stop.y + stop.height;
    expect(approve.x - (stop.x + stop.width)).toBeGreaterThan(isBeside ? 150 : 0);
    await page.context().close();
  }
});
