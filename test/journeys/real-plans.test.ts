import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { decodePlan, planFolder, renderPlanHtml, renderPlanTerminal } from '../../src/plans/index.ts';
import { createReviewHost } from '../../src/review/index.ts';
import { memoryStorage } from '../../src/storage/index.ts';
import { testFolder } from '../builders/planner.ts';

const fixtures = fileURLToPath(new URL('../fixtures/plans/', import.meta.url));
const files = readdirSync(fixtures).filter((name) => name.endsWith('.md') && name !== 'SOURCES.md');

/** The revisions of each plan, in order: `<slug>.r1.md`, `.r2.md` … are one plan. */
const plans = Map.groupBy(files.sort(), (name) => name.replace(/(\.r\d+)?\.md$/, ''));

test('there are plans to try', () => {
  expect(files.length).toBeGreaterThan(30);
});

test.each([...plans])(
  'the plan %s is registered, shown and, where it was revised, compared',
  async (slug, revisions) => {
    const root = await testFolder();
    await mkdir(join(root, 'plans'));
    const host = createReviewHost({ storage: memoryStorage(), planFolder: planFolder({ root }) });
    const path = `plans/${slug}.md`;

    for (const [index, name] of revisions.entries()) {
      const bytes = readFileSync(join(fixtures, name));
      await writeFile(join(root, path), bytes);
      const { review } = await host.submit(path, { host: 'shell' });
      const shown = await host.get(review.id);
      const { base, diff } = await host.diff(review.id);

      expect(review).toMatchObject({ revision: index + 1, status: 'waiting', planBytes: bytes.byteLength });
      expect(shown.text).toBe(decodePlan(bytes));
      expect(shown.file.state).toBe('same');
      expect((await renderPlanHtml(shown.text ?? '')).html.length).toBeGreaterThan(0);
      expect((await renderPlanTerminal(shown.text ?? '', { width: 80, color: false })).length).toBeGreaterThan(0);
      expect(base?.revision ?? 0).toBe(index);
      expect((diff?.addedLines ?? 0) + (diff?.removedLines ?? 0) > 0).toBe(index > 0);
    }
  },
);
