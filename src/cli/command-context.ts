import type { Output, Surroundings } from './output.ts';
import type { Project } from './project.ts';

/** What every command is given. */
export interface CommandContext {
  readonly surroundings: Surroundings;
  readonly output: Output;
  readonly project: Project;
  /** The project's folder as a person named it with `--dir`; `null` where it was found. */
  readonly chosenFolder: string | null;
}
