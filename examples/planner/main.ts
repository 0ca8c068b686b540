/**
 * The main job from end to end: a planner reads a project, writes a plan, submits it and waits; you decide in the page;
 * it carries the plan out on a copy of the project and shows what it changed. Ended while the plan waits, and started
 * again, it goes on where it was.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createReviewHost, type ReviewHost } from 'countersign/review';
import { sqliteStorage } from 'countersign/storage';
import { chooseModel } from './choose-model.ts';
import { followRun, readLastText } from './follow-run.ts';
import { createPlanner, isPlannerHere, maxSteps, type Planner, type PlannerParts } from './planner.ts';
import { readWords, type Words } from './read-words.ts';
import { sayEnd, sayReview } from './say-review.ts';
import { type Desk, servePage } from './serve-page.ts';

const clone = fileURLToPath(new URL('../../', import.meta.url));
// Where the database and the copies are; in the clone, so that the next start finds them.
const folder = process.env['COUNTERSIGN_STATE_FOLDER'] ?? join(clone, '.countersign');
const task =
  process.env['COUNTERSIGN_TASK'] ??
  'Finance wants to load our orders into the data warehouse: add JSON Lines as an output format beside CSV, and an ' +
    'option to export only orders since a given day. The CSV must not change.';
const say = (line: string): void => console.log(line);

const words = readWords(process.argv.slice(2), process.env);
try {
  process.exitCode = typeof words === 'number' ? words : await run(words);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(words: Words): Promise<number> {
  const { model, description } = await chooseModel(process.env);
  say(`Model: ${description}`);
  mkdirSync(folder, { recursive: true });
  const storage = sqliteStorage({ path: join(folder, 'countersign.db') });
  const host = createReviewHost({ storage });
  const parts: PlannerParts = { model, storage, folder, report: (line) => say(`  ${line}`) };
  const desk = words.isAutomatic ? approveByRule(host) : await servePage(host, words);

  const runs = await findUnfinished(parts);
  if (runs.size > 0) say('Goes on with the work of an earlier start.');
  for (const { agent } of runs.values()) host.attach(agent);
  await host.start();
  if (runs.size === 0) {
    const planner = createPlanner(`planner-${randomBytes(3).toString('hex')}`, parts);
    host.attach(planner.agent);
    say(`Task: ${task}\nWorks in ${relative(clone, planner.copy.folder)}, a copy of examples/planner/workspace:`);
    const { runId } = await planner.agent.stream(task, { maxSteps, memory: { thread: planner.agent.id } });
    runs.set(runId, planner);
  }

  let failures = 0;
  for (const [runId, { copy }] of runs) {
    const end = await followRun(runId, { storage, host }, desk.tell);
    if (end.status !== 'finished' && end.status !== 'aborted') failures += 1;
    sayEnd(end, { copy, text: await readLastText(storage, runId) });
  }
  await desk.close();
  await host.stop();
  await storage.close();
  return failures === 0 ? 0 : 1;
}

/** Runs of planners that wait or were at work when their process ended. */
async function findUnfinished(parts: PlannerParts): Promise<Map<string, Planner>> {
  const { items } = await parts.storage.listRuns({ status: ['suspended', 'running'] });
  const own = items.filter(({ agentId }) => isPlannerHere(agentId, parts));
  return new Map(own.map(({ id, agentId }) => [id, createPlanner(agentId, parts)]));
}

/** A rule decides, and the record says so. */
function approveByRule(host: ReviewHost): Desk {
  const by = { name: '--auto-approve', assurance: 'rule', surface: 'library' } as const;
  return {
    tell: async (summary) => {
      sayReview(summary);
      const { review, decision } = summary;
      if (decision !== null || review.planSha256 === null) return;
      await host.decide(review.id, { action: 'approved', planSha256: review.planSha256 }, { by });
    },
    close: async () => undefined,
  };
}
