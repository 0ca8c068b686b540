import { spawn } from 'node:child_process';
import { type AnyTool, createTool, submitPlanTool } from 'countersign/tools';
import { z } from 'zod';
import {
  listFiles,
  normalizePath,
  readWorkspaceFile,
  type WorkspaceCopy,
  writeWorkspaceFile,
} from './workspace-copy.ts';

const testTimeoutMs = 120_000;

type Tools = Readonly<Record<string, AnyTool>>;

/** Told of everything the tools do, one line each. */
export type Report = (line: string) => void;

/**
 * What the planner may do. Reading, and writing plans, it may always; files and tests need an approved plan: the tools
 * marked `requiresApprovedPlan` do not run before, whatever the model thinks.
 */
export function createPlannerTools(copy: WorkspaceCopy, report: Report): Tools {
  return { ...createReadingTools(copy, report), ...createChangingTools(copy, report), submitPlanTool };
}

function createReadingTools(copy: WorkspaceCopy, report: Report): Tools {
  return {
    listFiles: createTool({
      id: 'list_files',
      description: 'Lists all files of the workspace.',
      idempotent: true,
      execute: () => {
        report('lists the files');
        return listFiles(copy).join('\n');
      },
    }),
    readFile: createTool({
      id: 'read_file',
      description: 'Reads one file of the workspace.',
      inputSchema: z.object({ path: z.string() }),
      idempotent: true,
      execute: ({ path }) => {
        report(`reads ${path}`);
        return readWorkspaceFile(copy, path);
      },
    }),
    writePlan: createTool({
      id: 'write_plan',
      description: 'Writes a plan: a Markdown file directly below plans/. Replaces the file when it is there.',
      inputSchema: z.object({ path: z.string().describe('for example plans/add-search.md'), text: z.string() }),
      idempotent: true,
      execute: ({ path, text }) => {
        if (!/^plans\/[^/]+\.md$/.test(normalizePath(copy, path)))
          throw new Error('Plans are Markdown files in plans/.');
        report(`writes ${path} (${text.split('\n').length} lines)`);
        writeWorkspaceFile(copy, path, text);
        return `Written. Submit it with submit_plan and the path ${path}.`;
      },
    }),
  };
}

function createChangingTools(copy: WorkspaceCopy, report: Report): Tools {
  return {
    writeFile: createTool({
      id: 'write_file',
      description: 'Writes one file of the workspace, whole. Needs an approved plan.',
      inputSchema: z.object({ path: z.string(), text: z.string() }),
      requiresApprovedPlan: true,
      idempotent: true,
      execute: ({ path, text }) => {
        if (normalizePath(copy, path).startsWith('plans/')) throw new Error('Plans are written with write_plan.');
        report(`writes ${path}`);
        writeWorkspaceFile(copy, path, text);
        return 'Written.';
      },
    }),
    runTests: createTool({
      id: 'run_tests',
      description: 'Runs the tests of the workspace. Needs an approved plan.',
      requiresApprovedPlan: true,
      idempotent: true,
      execute: async (_input, { abortSignal }) => {
        report('runs the tests …');
        const result = await runTests(copy, abortSignal);
        report(`tests: ${result.passed} passed, ${result.failed} failed`);
        return result;
      },
    }),
  };
}

interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

/** Runs what the model wrote, with your rights: one more reason why this needs an approved plan. */
async function runTests({ folder }: WorkspaceCopy, abortSignal: AbortSignal | undefined): Promise<TestRun> {
  const signal = AbortSignal.any([
    AbortSignal.timeout(testTimeoutMs),
    ...(abortSignal === undefined ? [] : [abortSignal]),
  ]);
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const child = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=tap'], {
    cwd: folder,
    env,
    signal,
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  await new Promise<void>((resolve, reject) => child.once('error', reject).once('close', () => resolve()));
  const text = output.join('');
  const count = (name: string): number => Number(text.match(new RegExp(`^# ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return { passed: count('pass'), failed: count('fail'), output: text.slice(-4000) };
}
