import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageModel } from 'countersign/agent';
import { callTool, type ScriptedStep, say, scriptedModel } from 'countersign/testing';
import { z } from 'zod';

const script = fileURLToPath(new URL('script/', import.meta.url));
const planPath = 'plans/json-lines-export.md';
const looksAt = ['README.md', 'src/cli.ts', 'src/format-csv.ts', 'src/order.ts', 'tests/cli.test.ts'];
const manySteps = 1000;

/**
 * A model without a model: it plays a planner that uses the real tools. What it does next follows from the conversation
 * alone, so it goes on in another process where the last one ended.
 */
export function createScriptedPlanner(): LanguageModel {
  const step = (request: { readonly prompt: readonly unknown[] }): ScriptedStep =>
    chooseStep(readResults(request.prompt));
  return scriptedModel(Array(manySteps).fill(step), { modelId: 'scripted-planner' });
}

/** What a tool gave, in the order the model reads it. */
interface ToolResult {
  readonly toolName: string;
  readonly text: string;
}

const toolMessageSchema = z.object({
  role: z.literal('tool'),
  content: z.array(z.object({ toolName: z.string(), output: z.object({ value: z.unknown() }) })),
});

function readResults(prompt: readonly unknown[]): readonly ToolResult[] {
  return prompt.flatMap((message) => {
    const parsed = toolMessageSchema.safeParse(message);
    if (!parsed.success) return [];
    return parsed.data.content.map(({ toolName, output: { value } }) => ({
      toolName,
      text: typeof value === 'string' ? value : JSON.stringify(value),
    }));
  });
}

function chooseStep(results: readonly ToolResult[]): ScriptedStep {
  const last = results.at(-1);
  switch (last?.toolName) {
    case undefined:
      return [say('I look at the project first.'), callTool('list_files')];
    case 'list_files':
      return looksAt.map((path) => callTool('read_file', { path }));
    case 'read_file':
      return [say('Now I know enough to plan.'), writePlan(results)];
    case 'write_plan':
      return callTool('submit_plan', { path: planPath });
    case 'submit_plan':
      return followAnswer(last.text, results);
    case 'write_file':
      return callTool('run_tests');
    default:
      return say(report(results));
  }
}

function followAnswer(answer: string, results: readonly ToolResult[]): ScriptedStep {
  if (answer.startsWith('Plan approved.')) return listNewFiles().map((file) => callTool('write_file', file));
  if (readFeedback(answer) !== null) return [say('I revise the plan.'), writePlan(results)];
  return say('The plan was not approved, so I changed nothing. Tell me what you would rather have.');
}

/** The first plan, and below it what every review since asked for. */
function writePlan(results: readonly ToolResult[]): ReturnType<typeof callTool> {
  const feedbacks = results.map(({ text }) => readFeedback(text)).filter((feedback) => feedback !== null);
  const sections = feedbacks.map((feedback, index) =>
    readScript('revised.md')
      .replace('{{revision}}', String(index + 2))
      .replace('{{feedback}}', () => feedback.replaceAll('\n', '\n> ')),
  );
  const plan = readScript('plan.md');
  const first =
    feedbacks.length === 0
      ? plan
      : plan.replace('Run the whole test suite.', 'Run the whole test suite, and report what it says.');
  return callTool('write_plan', { path: planPath, text: [first, ...sections].join('') });
}

/** What the reviewer wrote, or `null` when this is no request for changes. */
function readFeedback(answer: string): string | null {
  const end = answer.lastIndexOf('\n\nRevise the plan file');
  const start = answer.indexOf('\n\n', answer.indexOf('User feedback'));
  return answer.includes('User feedback') && end > start ? answer.slice(start, end).trim() : null;
}

function listNewFiles(): { path: string; text: string }[] {
  const folder = join(script, 'files');
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map((path) => ({ path, text: readScript(`files/${path}`) }));
}

function readScript(path: string): string {
  return readFileSync(join(script, path), 'utf8');
}

const testRunSchema = z.object({ passed: z.number(), failed: z.number() });

function report(results: readonly ToolResult[]): string {
  const { passed, failed } = testRunSchema.parse(JSON.parse(results.at(-1)?.text ?? '{}'));
  const answer = results.findLast(({ toolName }) => toolName === 'submit_plan')?.text ?? '';
  const [, notes] = answer.split('\n\n', 2);
  const heard =
    notes === undefined
      ? ''
      : '\n\nYour notes reached me. A real model would follow them; this one only plays a script.';
  return `The plan is carried out: ${passed} tests passed, ${failed} failed.${heard}`;
}
