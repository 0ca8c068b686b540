import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useReviewPages } from './open-review-page.ts';

const open = useReviewPages();

const hostile = `# Plan <img src=x onerror="window.hit=1">

<script>window.hit=1</script>
<svg onload="window.hit=1"></svg>
[step one](javascript:window.hit=1) [two](data:text/html,hi)
![pixel](https://tracker.invalid/p.png)
<form action="/approve"><button>Next</button></form>

## Safe \u202etxet <a href="javascript:window.hit=1">x</a>

- <iframe src="https://tracker.invalid/"></iframe>
- <style>@import "https://tracker.invalid/s.css"; * { display: none }</style>
- [three](vbscript:window.hit=1) [four](JaVaScRiPt&colon;window.hit=1) <button onclick="window.hit=1">Approve</button>
- <base href="https://tracker.invalid/"><meta http-equiv="refresh" content="0;url=https://tracker.invalid/">
- <dialog open><input autofocus onfocus="window.hit=1"></dialog> [five](#decision) [six](../api/reviews)

\`\`\`html"><script>window.hit=1</script>
<script>window.hit=1</script>
\`\`\`
`;

async function clickEverything(page: Page, selector: string): Promise<void> {
  await page.locator(selector).evaluateAll((elements) => {
    for (const element of elements) {
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      element.dispatchEvent(new FocusEvent('focus'));
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    }
  });
}

test('a hostile plan runs nothing, sends nothing, decides nothing, and can be read', { timeout: 60_000 }, async () => {
  const { page, host, server, requests } = await open({ plans: { 'plan.md': hostile } });
  const origin = new URL(server.url).origin;
  const opened: string[] = [];
  page.on('dialog', (dialog) => void dialog.dismiss());
  page.context().on('page', (other) => opened.push(other.url()));
  await page.locator('.prose').waitFor();
  const words = (await page.locator('.prose').textContent()) ?? '';

  await clickEverything(page, '.prose *, .facts *, .item-title');
  await page.getByRole('link', { name: 'Source' }).click();
  await page.locator('.source').waitFor();
  await clickEverything(page, '.source *');

  const { items } = await host.list();
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  expect(requests.filter((request) => !request.includes(` ${origin}/`))).toEqual([]);
  expect(requests.filter((request) => /decision|approve/.test(request))).toEqual([]);
  expect(opened).toEqual([]);
  expect(items[0]?.review.status).toBe('waiting');
  for (const word of ['step one', 'two', 'pixel', 'Next', 'Safe', 'U+202E', 'six']) expect(words).toContain(word);
  expect(await page.locator('.title-line h1, .facts, .item').allTextContents()).not.toContainEqual(
    expect.stringMatching(/\u202e/),
  );
  expect(new URL(page.url()).origin).toBe(origin);
});

test('the source of a hostile plan is shown as text', async () => {
  const { page } = await open({ plans: { 'plan.md': hostile } });
  await page.locator('.prose').waitFor();

  await page.getByRole('link', { name: 'Source' }).click();
  await page.locator('.source').waitFor();

  const lines = await page.locator('.source-line').allTextContents();
  expect(lines.slice(0, 3)).toEqual([hostile.split('\n')[0], '\n', '<script>window.hit=1</script>']);
  expect(lines.join('\n')).toContain('Safe <U+202E>txet');
});
