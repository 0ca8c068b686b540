import { describe, expect, test } from 'vitest';
import { confirm, planText, press, readReview, seeBar, useReviewPages } from './open-review-page.ts';

const open = useReviewPages();

describe('approving', () => {
  test('asks first, shows what the agent will read, and is delivered when the time to undo is over', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page, host } = opened;
    const { review } = await readReview(opened);
    const answer = host.waitForDecision(review.id);

    await press(page, 'Approve');
    const preview = await page.locator('.preview-text').textContent();
    const beforeConfirming = (await readReview(opened)).review.status;
    await confirm(page, 'Approve');
    await seeBar(page, /Approved by min/);

    expect(beforeConfirming).toBe('waiting');
    expect(preview).toBe('Plan approved. Proceed with implementation following the approved plan.');
    expect((await answer).decision).toMatchObject({
      decision: { action: 'approved', planSha256: review.planSha256, revision: 1 },
      by: { name: 'min', assurance: 'local', surface: 'page' },
    });
    await seeBar(page, /Recorded.*Delivered/);
  });

  test('can be undone, and the plan waits again', async () => {
    const opened = await open({ plans: { 'plan.md': planText }, server: { holdMs: 30_000 } });

    await press(opened.page, 'Approve');
    await confirm(opened.page, 'Approve');
    await opened.page.getByRole('button', { name: 'Undo' }).click();
    await opened.page.locator('.decision-buttons').waitFor();

    expect((await readReview(opened)).review.status).toBe('waiting');
  });

  test('with notes sends them as previewed', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const notes = 'keep the old endpoint\nfor one release {{plan}}  ';

    await press(opened.page, 'Approve with notes');
    await opened.page.getByLabel('Notes to respect').fill(notes);
    await opened.page.locator('.preview-text').filter({ hasText: 'for one release' }).waitFor();
    const preview = await opened.page.locator('.preview-text').textContent();
    await confirm(opened.page, 'Approve with notes');
    await seeBar(opened.page, /Approved with notes by min/);

    const { review, decision } = await readReview(opened);
    expect(decision?.decision).toMatchObject({ action: 'approved', feedback: notes });
    expect(preview).toBe(await opened.host.preview(review.id, decision?.decision ?? { action: 'rejected' }));
  });

  test('with notes and no note says what is missing and sends nothing', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });

    await press(opened.page, 'Approve with notes');
    await confirm(opened.page, 'Approve with notes');
    await opened.page.getByRole('alert').filter({ hasText: 'Write a note' }).waitFor();

    expect((await readReview(opened)).review.status).toBe('waiting');
  });

  test('beside text that was typed says that the text stays here', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    await press(opened.page, 'Request changes');
    await opened.page.getByLabel('What should change?').fill('Why not stream?');
    await opened.page.keyboard.press('Escape');

    await press(opened.page, 'Approve');
    await opened.page.getByText('Approve alone does not send it').waitFor();
    await opened.page.getByRole('button', { name: 'Send it as notes instead' }).click();

    expect(await opened.page.getByLabel('Notes to respect').inputValue()).toBe('Why not stream?');
  });
});

describe('refusing', () => {
  test('with requested changes sends exactly the previewed text', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const feedback = 'Say how it is tested.\n\n~~~\nfence\n~~~\n👩‍🚀 한국어';

    await press(opened.page, 'Request changes');
    await opened.page.getByLabel('What should change?').fill(feedback);
    await opened.page.locator('.preview-text').filter({ hasText: '한국어' }).waitFor();
    const preview = await opened.page.locator('.preview-text').textContent();
    await confirm(opened.page, 'Request changes');
    await seeBar(opened.page, /Changes requested by min/);

    const { review, decision } = await readReview(opened);
    expect(decision?.decision).toMatchObject({ action: 'rejected', feedback });
    expect(preview).toBe(await opened.host.preview(review.id, decision?.decision ?? { action: 'approved' }));
  });

  test('without a word says that the agent waits', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });

    await press(opened.page, 'Request changes');
    await opened.page.getByText('changes nothing and waits for your next message').waitFor();
    await confirm(opened.page, 'Request changes');
    await seeBar(opened.page, /Changes requested/);

    expect((await readReview(opened)).decision?.decision).not.toHaveProperty('feedback');
  });

  test('by a stop ends the run', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });

    await press(opened.page, 'Stop');
    await opened.page.getByLabel('Reason').fill('Wrong repository.');
    await confirm(opened.page, 'Stop the run');
    await seeBar(opened.page, /Stopped by min/);

    expect((await readReview(opened)).decision?.decision).toMatchObject({
      action: 'rejected',
      stop: true,
      feedback: 'Wrong repository.',
    });
  });
});

describe('a decision', () => {
  test('by a double click is sent once', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });

    await press(opened.page, 'Approve');
    await opened.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).dblclick();
    await seeBar(opened.page, /Approved/);

    expect(opened.requests.filter((request) => request.endsWith('/decision'))).toHaveLength(1);
  });

  test('is made by keyboard alone, and never by a single key', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page } = opened;
    await page.locator('.prose').waitFor();

    for (const [open, ...pressed] of [['a', 'Enter', 'Space'], ['s'], ['n'], ['Shift+A', 'Enter'], ['?', 'a']]) {
      await page.keyboard.press(open ?? '');
      await page.getByRole('dialog').waitFor();
      for (const key of [...pressed, 'Escape']) await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    const afterSingleKeys = (await readReview(opened)).review.status;
    await page.keyboard.press('r');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Rest in a queue: a n r s ?');
    await page.keyboard.press('Control+Enter');
    await seeBar(page, /Changes requested/);

    expect(afterSingleKeys).toBe('waiting');
    expect((await readReview(opened)).decision?.decision.feedback).toBe('Rest in a queue: a n r s ?');
  });

  test('is reached by Tab, and focus comes back to where it was', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page } = opened;
    await page.locator('.prose').waitFor();
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (let count = 0; count < 4; count += 1) await page.keyboard.press('Tab');
    const reached = await focused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');

    expect(reached).toBe('Approve');
    expect(await focused()).toBe('Approve');
  });

  test('is not sent by the Enter that ends a composition', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { page } = opened;
    await press(page, 'Request changes');
    const field = page.getByLabel('What should change?');
    const phrase = 'テスト方法を書いてください';

    await field.evaluate((element, text) => {
      const key = (init: KeyboardEventInit): boolean =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ctrlKey: true, ...init }));
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
      if (element instanceof HTMLTextAreaElement) element.value = text;
      element.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
      key({ isComposing: true });
      element.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: text }));
      key({ keyCode: 229 });
    }, phrase);
    await page.getByText('Draft saved').waitFor();
    const afterComposition = opened.requests.filter((request) => request.endsWith('/decision'));
    await field.press('Control+Enter');
    await seeBar(page, /Changes requested/);

    expect(afterComposition).toEqual([]);
    expect((await readReview(opened)).decision?.decision.feedback).toBe(phrase);
  });

  test('that somebody else made first is told, and what was typed is kept', async () => {
    const opened = await open({ plans: { 'plan.md': planText } });
    const { review } = await readReview(opened);
    await press(opened.page, 'Request changes');
    await opened.page.getByLabel('What should change?').fill('Why not stream?');
    // The page hears of nothing: as two clicks at the same moment.
    await opened.page.route('**/api/reviews', (route) => route.abort());
    await opened.host.decide(
      review.id,
      { action: 'approved' },
      { by: { name: 'ana', assurance: 'program', surface: 'library' } },
    );

    await confirm(opened.page, 'Request changes');
    const alert = opened.page.getByRole('alert');
    await alert.waitFor();

    expect(await alert.textContent()).toMatch(/^ana already decided this at \d\d:\d\d.*Approved.*Your text is kept\.$/);
    expect((await readReview(opened)).decision?.by.name).toBe('ana');
  });
});
