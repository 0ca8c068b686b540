import { describe, expect, test } from 'vitest';
import { createReviewServer } from '../../src/web/index.ts';
import { planText, useReviewPages } from './open-review-page.ts';

const open = useReviewPages();

describe('a draft', () => {
  test('is saved soon after typing stops and survives a reload', async () => {
    const { page } = await open({ plans: { 'plan.md': planText } });
    const text = 'Why 24 hours? '.repeat(36);
    await page.getByRole('button', { name: 'Request changes' }).click();

    await page.getByLabel('What should change?').fill(text);
    await page.getByText(/Draft saved \d\d:\d\d/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Request changes' }).click();

    expect(await page.getByLabel('What should change?').inputValue()).toBe(text);
  });

  test('is there in a second tab', async () => {
    const { page, openAgain } = await open({ plans: { 'plan.md': planText } });
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByLabel('What should change?').fill('Why 24 hours?');
    await page.getByText(/Draft saved/).waitFor();

    const second = await openAgain();
    await second.getByRole('button', { name: 'Request changes' }).click();

    expect(await second.getByLabel('What should change?').inputValue()).toBe('Why 24 hours?');
  });

  test('that could not be saved is kept in this browser, and saved when the server is back', async () => {
    const { page, host } = await open({ plans: { 'plan.md': planText } });
    const { items } = await host.list();
    const id = items[0]?.review.id ?? '';
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.route('**/draft', (route) => route.abort());
    await page.getByLabel('What should change?').fill('Why 24 hours?');
    await page.getByText('The draft is kept in this browser').waitFor();

    const before = (await host.get(id)).drafts;
    await page.unroute('**/draft');
    await page.reload();
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByText(/Draft saved/).waitFor();

    expect(before).toEqual([]);
    expect((await host.get(id)).drafts).toMatchObject([{ reviewer: 'min', text: 'Why 24 hours?' }]);
  });
});

describe('a decision that could not be sent', () => {
  test('leaves the dialog and the text as they are, and goes out at the next try', async () => {
    const { page, host } = await open({ plans: { 'plan.md': planText } });
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByLabel('What should change?').fill('Why 24 hours?');
    await page.route('**/decision', (route) => route.abort());
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Request changes' });

    await confirm.click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was sent' }).waitFor();
    const kept = await page.getByLabel('What should change?').inputValue();
    await page.unroute('**/decision');
    await confirm.click();
    await page.locator('#decision').filter({ hasText: 'Changes requested' }).waitFor();

    expect(kept).toBe('Why 24 hours?');
    const { items } = await host.list({ status: ['decided'] });
    expect(items[0]?.decision?.decision.feedback).toBe('Why 24 hours?');
  });
});

describe('the connection', () => {
  test('that is lost is told, and what is typed goes on when the server comes back', async () => {
    const { page, host, server } = await open({ plans: { 'plan.md': planText }, server: { token: 'x'.repeat(43) } });
    await page.getByRole('button', { name: 'Request changes' }).click();

    await server.close();
    await page.getByLabel('What should change?').fill('Typed without a server.');
    await page.getByText('The connection to the review server is lost').waitFor();
    const again = await createReviewServer({ host, token: 'x'.repeat(43), reviewer: 'min' }).listen({
      port: server.port,
    });
    await page.getByText(/Draft saved/).waitFor();
    await page.getByText('The connection to the review server is lost').waitFor({ state: 'hidden' });
    const { items } = await host.list();
    const { drafts } = await host.get(items[0]?.review.id ?? '');
    await again.close();

    expect(drafts).toMatchObject([{ text: 'Typed without a server.' }]);
  });

  test('brings a new plan without a reload', async () => {
    const { page, submit } = await open();
    await page.getByText('No plan is waiting.').waitFor();

    await submit('plan.md', planText);
    await page.locator('.prose').waitFor();

    expect(await page.title()).toBe('(1) Export orders as CSV · countersign');
  });

  test('brings a decision that was made elsewhere', async () => {
    const { page, host } = await open({ plans: { 'plan.md': planText } });
    await page.locator('.decision-buttons').waitFor();
    const { items } = await host.list();

    await host.decide(
      items[0]?.review.id ?? '',
      { action: 'rejected', stop: true },
      { by: { name: 'ana', assurance: 'local', surface: 'command' } },
    );

    await page.locator('#decision').filter({ hasText: 'Stopped by ana' }).waitFor();
  });
});

describe('a browser that is not signed in', () => {
  test('is told how to get in, and gets in by the whole address', async () => {
    const { page, server } = await open({ plans: { 'plan.md': planText }, fragment: '' });
    await page.getByText('This page needs its address').waitFor();
    const told = await page.locator('main').textContent();

    await page.goto(server.url);
    await page.locator('.prose').waitFor();

    expect(told).toContain('countersign serve');
    expect(page.url()).not.toContain('token');
  });

  test('with a wrong token is told so', async () => {
    const { page } = await open({ plans: { 'plan.md': planText }, fragment: `#token=${'y'.repeat(43)}` });

    await page.getByText('is not the one of this server').waitFor();

    expect(page.url()).not.toContain('y'.repeat(43));
  });
});

describe('a narrow window', () => {
  test('shows the list as a screen of its own, and the way back leads to it', async () => {
    const { page } = await open({
      plans: { 'one.md': planText, 'two.md': '# Rotate signing keys\n\nText.\n' },
      browser: { viewport: { width: 360, height: 640 } },
    });
    await page.locator('.prose').waitFor();

    await page.getByRole('link', { name: 'Plans (2)' }).click();
    await page.getByRole('link', { name: 'Export orders as CSV' }).click();
    await page.getByRole('heading', { name: 'Export orders as CSV' }).first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Rotate signing keys' }).click();

    expect(await page.locator('.title-line h1').textContent()).toBe('Rotate signing keys');
  });
});
