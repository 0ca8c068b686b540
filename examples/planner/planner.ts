import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, type LanguageModel } from 'countersign/agent';
import { planFolder } from 'countersign/plans';
import type { Storage } from 'countersign/storage';
import { createPlannerTools, type Report } from './planner-tools.ts';
import { openWorkspaceCopy, type WorkspaceCopy } from './workspace-copy.ts';

/** Model calls for one answer: a real model reads file by file. */
export const maxSteps = 60;

const instructions = `You plan, and then carry out, one change to the project in your workspace.

First read what you need: list_files, read_file. Then write a plan with write_plan: what is there, what changes in which
file, decisions with their reasons, steps as a task list, what could go wrong, what is left out. Submit it with submit_plan.
Change nothing before it is approved. When changes are requested, revise the same file and submit it again. When it is
approved, carry out exactly that plan: write_file for each file, run_tests, and mend what fails. At the end say in a few
sentences what you changed and what the tests said.`;

/** What planners share. */
export interface PlannerParts {
  readonly model: LanguageModel;
  readonly storage: Storage;
  /** Where the copies are, one a planner. */
  readonly folder: string;
  readonly report: Report;
}

/** One agent and the copy it works in. Its id is the name of the copy, so another process finds both again. */
export interface Planner {
  readonly agent: Agent;
  readonly copy: WorkspaceCopy;
}

/** Makes a planner; its copy is made where there is none. */
export function createPlanner(id: string, { model, storage, folder, report }: PlannerParts): Planner {
  const copy = openWorkspaceCopy(join(folder, id));
  const agent = new Agent({
    id,
    name: 'Planner',
    instructions,
    model,
    tools: createPlannerTools(copy, report),
    storage,
    plans: planFolder({ root: copy.folder }),
  });
  return { agent, copy };
}

/** Whether this id is a planner's whose copy is still there. */
export function isPlannerHere(id: string, { folder }: Pick<PlannerParts, 'folder'>): boolean {
  return /^planner-[0-9a-f]+$/.test(id) && existsSync(join(folder, id));
}
