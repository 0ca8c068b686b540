import { parseArgs } from 'node:util';

const usage = `Usage: npm start -- [PLAN.md] [--auto-approve] [--no-open]

Without a file: the planner example. With one: your own plan, for review.
--auto-approve  a rule approves the example's plan; nobody is asked
--no-open       print the page's address, open no browser

COUNTERSIGN_MODEL, COUNTERSIGN_BASE_URL: a real model, see choose-model.ts; COUNTERSIGN_TASK: what it should plan`;

/** What was asked for. */
export interface Words {
  readonly isAutomatic: boolean;
  readonly canOpen: boolean;
}

/** Reads the command line. A number is the exit code to end with at once: the usage was asked for, or has to be shown. */
export function readWords(args: readonly string[], env: NodeJS.ProcessEnv): Words | number {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'auto-approve': { type: 'boolean' }, 'no-open': { type: 'boolean' }, help: { type: 'boolean' } },
    });
    if (values.help !== true) {
      return { isAutomatic: values['auto-approve'] === true, canOpen: values['no-open'] !== true && hasBrowser(env) };
    }
    console.log(usage);
    return 0;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return 64;
  }
}

/** Whether a person sits at this terminal, on a machine that shows windows. */
function hasBrowser(env: NodeJS.ProcessEnv): boolean {
  if (process.stdout.isTTY !== true || (env['CI'] ?? '') !== '') return false;
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return [env['DISPLAY'], env['WAYLAND_DISPLAY'], env['WSL_DISTRO_NAME']].some((value) => (value ?? '') !== '');
}
