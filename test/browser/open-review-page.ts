import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { findChromium } from '../../scripts/find-programs.mjs';
import { planFolder } from '../../src/plans/index.ts';
import { createReviewHost, type ReviewDetail, type ReviewHost, type ReviewSummary } from '../../src/review/index.ts';
import { memoryStorage, type Storage } from '../../src/storage/index.ts';
import { createReviewServer, type ListeningServer, type ReviewServerOptions } from '../../src/web/index.ts';

/** Nothing of the browser itself may look like a request of the page. */
export const chromiumFlags: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A review page in a real browser, before a real host and real files. */
export interface OpenedPage {
  readonly page: Page;
  readonly host: ReviewHost;
  readonly storage: Storage;
  readonly server: ListeningServer;
  /** Where the plans are. */
  readonly folder: string;
  /** Every address the browser asked for, with its method. */
  readonly requests: readonly string[];
  /** Writes a plan and submits it, as the command does. */
  submit(path: string, text: string): Promise<ReviewSummary>;
  /** Opens another page of the same browser session. */
  openAgain(url?: string): Promise<Page>;
}

/** Options of {@link OpenReviewPage}. */
export interface OpenOptions {
  readonly plans?: Readonly<Record<string, string>>;
  readonly server?: Partial<ReviewServerOptions>;
  readonly browser?: BrowserContextOptions;
  /** The address below the server's, instead of the one that signs in. */
  readonly fragment?: string;
}

/** Opens a review page for one test. */
export type OpenReviewPage = (options?: OpenOptions) => Promise<OpenedPage>;

/** Starts one browser and builds the page once for the tests of a file. */
export function useReviewPages(): OpenReviewPage {
  const pageFolder = mkdtempSync(join(tmpdir(), 'countersign-page-'));
  let browser: Browser;
  beforeAll(async () => {
    const configFile = fileURLToPath(new URL('../../src/web/page/vite.config.ts', import.meta.url));
    const building = build({ configFile, logLevel: 'silent', build: { outDir: pageFolder, emptyOutDir: true } });
    const starting = chromium.launch({ executablePath: findChromium() ?? '', args: chromiumFlags });
    [browser] = await Promise.all([starting, building]);
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    rmSync(pageFolder, { recursive: true });
  });

  return async ({ plans = {}, server: serverOptions, browser: contextOptions, fragment } = {}) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-plans-')));
    const storage = memoryStorage();
    const host = createReviewHost({ storage, planFolder: planFolder({ root: folder }) });
    await host.start();
    const options = { host, pageFolder, reviewer: 'min', holdMs: 1000, ...serverOptions };
    const server = await createReviewServer(options).listen();
    const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...contextOptions });
    onTestFinished(async () => {
      await context.close();
      await server.close();
      await host.stop();
      rmSync(folder, { recursive: true });
    });

    const submit = (path: string, text: string): Promise<ReviewSummary> => {
      writeFileSync(join(folder, path), text);
      return host.submit(path, { host: 'shell' });
    };
    for (const [path, text] of Object.entries(plans)) await submit(path, text);
    const requests: string[] = [];
    context.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
    const openAgain = async (url = server.url): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    };
    const page = await openAgain(fragment === undefined ? server.url : server.url.replace(/#.*$/, fragment));
    return { page, host, storage, server, folder, requests, submit, openAgain };
  };
}

export const planText =
  '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';

/** The newest review, as the host has it now. */
export async function readReview({ host }: OpenedPage): Promise<ReviewDetail> {
  const { items } = await host.list({ status: ['waiting', 'decided', 'closed'] });
  return host.get(items[0]?.review.id ?? '');
}

/** Waits for the words of the decision bar. */
export function seeBar(page: Page, text: string | RegExp): Promise<void> {
  return page.locator('#decision').filter({ hasText: text }).waitFor();
}

/** Presses a button of the decision bar. */
export function press(page: Page, name: string): Promise<void> {
  return page.locator('.decision-buttons').getByRole('button', { name, exact: true }).click();
}

/** Presses a button of the open dialog. */
export function confirm(page: Page, name: string): Promise<void> {
  return page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
