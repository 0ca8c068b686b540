import { createHash } from 'node:crypto';
import { type Finished, makeProject, runCommand } from './run-command.ts';

export const csvPlan =
  '# Export orders as CSV\n\n1. Choose the columns.\n2. Stream the rows.\n3. Test with 10 000 orders.\n';
export const csvPlanFile = 'plans/export-csv.md';
export const csvPlanSha256: string = createHash('sha256').update(csvPlan).digest('hex');

/** A project with one plan, and the command in it. */
export interface CommandProject {
  readonly folder: string;
  run(...args: readonly string[]): Promise<Finished>;
  /** Runs it with `--json` and gives the lines of its stdout. */
  json(...args: readonly string[]): Promise<Record<string, unknown>[]>;
  /** Puts the plan up and gives the review's id. */
  submit(): Promise<string>;
}

/** Makes a folder with this text as the plan `csvPlanFile`. */
export async function openCommandProject(text: string | Uint8Array = csvPlan): Promise<CommandProject> {
  const folder = await makeProject({ [csvPlanFile]: text });
  const run = (...args: readonly string[]): Promise<Finished> => runCommand(args, { cwd: folder });
  const json = async (...args: readonly string[]): Promise<Record<string, unknown>[]> =>
    parseLines((await run(...args, '--json')).stdout);
  const submit = async (): Promise<string> => String((await json('review', csvPlanFile))[0]?.['reviewId']);
  return { folder, run, json, submit };
}

/** Reads JSON, one object a line. */
export function parseLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
