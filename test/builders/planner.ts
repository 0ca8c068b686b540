import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { Agent, type AgentConfig, type RunOutput } from '../../src/agent/index.ts';
import type { Chunk } from '../../src/core/index.ts';
import { scriptedModel } from '../../src/testing/index.ts';
import { type AnyTool, createTool, submitPlanTool } from '../../src/tools/index.ts';

export const approvedText = 'Plan approved. Proceed with implementation following the approved plan.';

/** An agent that plans, with every default; one override is what a test is about. */
export function planner(overrides: Partial<AgentConfig> = {}): Agent {
  return new Agent({
    id: 'planner',
    name: 'Planner',
    instructions: 'Write a plan, then submit it.',
    model: scriptedModel([]),
    tools: { submitPlanTool },
    ...overrides,
  });
}

/** A tool that changes something, and the list of what it changed. */
export function effectTool(options: { readonly idempotent?: boolean; readonly requiresApprovedPlan?: boolean } = {}): {
  readonly effects: string[];
  readonly applyChange: AnyTool;
} {
  const effects: string[] = [];
  const applyChange = createTool({
    id: 'apply_change',
    description: 'Applies a change',
    inputSchema: z.object({ label: z.string() }),
    ...options,
    execute: async ({ label }) => {
      effects.push(label);
      return `applied ${label}`;
    },
  });
  return { effects, applyChange };
}

/** A tool that asks a question of its own. */
export function askTool(answered: string[] = []): AnyTool {
  return createTool({
    id: 'ask',
    description: 'Asks the user',
    inputSchema: z.object({ n: z.number() }),
    suspendSchema: z.object({ question: z.string() }),
    resumeSchema: z.object({ answer: z.string() }),
    execute: async ({ n }, { agent }) => {
      if (agent.resumeData === undefined) {
        await agent.suspend({ question: `question ${n}` });
        return '';
      }
      answered.push(`${n}:${agent.resumeData.answer}`);
      return `answer ${n} is ${agent.resumeData.answer}`;
    },
  });
}

/** All chunks of an output. */
export async function readChunks(output: RunOutput): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of output.fullStream) chunks.push(chunk);
  return chunks;
}

/** The results the model was given in one of its requests, by call id. */
export function resultsIn(request: { readonly messages: readonly unknown[] } | undefined): Record<string, unknown> {
  const messages = (request?.messages ?? []) as {
    role: string;
    content: { toolCallId: string; output: { value: unknown } }[];
  }[];
  const results = messages.filter(({ role }) => role === 'tool').flatMap(({ content }) => content);
  return Object.fromEntries(results.map(({ toolCallId, output }) => [toolCallId, output.value]));
}

/** A folder of its own for one test, with these files. */
export async function testFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'countersign-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
