import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { confirm, planText, press, readReview, seeBar, useReviewPages } from './open-review-page.ts';

const open = useReviewPages();

describe('a file that changed after the review began', () => {
  test('is not approved, and its change is shown with the text that was typed', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page, folder } = opened;
    await press(page, 'Approve with notes');
    await page.getByLabel('Notes to respect').fill('Mind the columns.');
    writeFileSync(join(folder, 'plan.md'), planText.replace('Stream the rows.', 'Drop the rows.'));

    await confirm(page, 'Approve with notes');
    await seeBar(page, /The file changed after this review began.*See what changed/);
    const status = (await readReview(opened)).review.status;
    const isApproveOff = await page
      .locator('.decision-buttons')
      .getByRole('button', { name: 'Approve', exact: true })
      .getAttribute('aria-disabled');
    await page.getByRole('button', { name: 'See what changed' }).click();
    await page.locator('.diff-line.diff-added').waitFor();

    expect([status, isApproveOff]).toEqual(['waiting', 'true']);
    expect(await page.locator('.diff-removed').textContent()).toContain('Stream the rows.');
    expect(await page.locator('.facts').textContent()).toContain('Revision 2');
    await press(page, 'Approve with notes');
    expect(await page.getByLabel('Notes to respect').inputValue()).toBe('Mind the columns.');
  });
});

describe('a resubmitted plan', () => {
  test('appears in place with its diff', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page, host } = opened;
    const first = await readReview(opened);
    await page.locator('.prose').waitFor();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await host.decide(
      first.review.id,
      { action: 'rejected', feedback: 'More tests.' },
      { by: { name: 'ana', assurance: 'program', surface: 'library' } },
    );
    await host.waitForDecision(first.review.id);

    await opened.submit('plan.md', `${planText}4. Test with none.\n`);
    await page.locator('.diff-added').waitFor();

    expect(await page.locator('.facts').textContent()).toContain('Revision 2');
    expect(await page.locator('.diff-head').textContent()).toContain('1 line added, 0 lines removed, in 1 place.');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  test('waits quietly while a dialog is open, and takes the typed text along', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page } = opened;
    await press(page, 'Request changes');
    const field = page.getByLabel('What should change?');
    await field.fill('Why not stream?');

    await opened.submit('plan.md', `${planText}4. Test with none.\n`);
    await page.getByRole('dialog').getByText('Revision 2 is here.').waitFor();
    const whileOpen = await field.inputValue();
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click();
    await page.locator('.diff-added').waitFor();
    await press(page, 'Request changes');

    expect(whileOpen).toBe('Why not stream?');
    expect(await field.inputValue()).toBe('Why not stream?');
  });
});
