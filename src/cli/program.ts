import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';
import { createOutput, type Surroundings } from './output.ts';
import { settleWait } from './parse-words.ts';
import { findProject } from './project.ts';
import { words } from './words.ts';

/** Options of the program itself; they may stand anywhere. */
interface GlobalWords {
  readonly json?: boolean;
  readonly dir?: string;
}

type Run = (command: (context: CommandContext) => Promise<number>) => Promise<void>;

/**
 * Reads the words of the command line and runs the command they name.
 *
 * @returns the exit code; 64 when the words are wrong, and then nothing was started.
 */
export async function runProgram(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.done;
  const program = createProgram(surroundings);
  declareCommands(program, async (command) => {
    const { json, dir } = program.opts<GlobalWords>();
    const output = createOutput(surroundings, json === true);
    const project = findProject(surroundings.cwd(), dir);
    exitCode = await command({ surroundings, output, project, chosenFolder: dir ?? null });
  });
  try {
    await program.parseAsync(settleWait(argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  return exitCode;
}

/** The program without its commands. */
function createProgram({ stdout, stderr }: Surroundings): Command {
  return new Command('countersign')
    .description(words.help.description)
    .version(readVersion(), '-V, --version', words.help.version)
    .helpOption('-h, --help', words.help.helpOption)
    .option('--json', words.help.json)
    .option('--dir <folder>', words.help.dir)
    .addHelpText('after', `\n${words.help.examples}\n\n${words.help.exitCodes}`)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => void stdout.write(text), writeErr: (text) => void stderr.write(text) })
    .exitOverride();
}

/** Each command once: its words, and the module that does it, which is loaded when it runs. */
function declareCommands(program: Command, run: Run): void {
  declareReviewing(program, run);
  declareReading(program, run);
  declareDecisions(program, run);
}

function declareReviewing(program: Command, run: Run): void {
  const { help } = words;
  program
    .command('review')
    .description(help.review)
    .argument('<file>', help.target)
    .addHelpText('after', `\n${help.sameBytes}`)
    .option('--wait [seconds]', help.waitOption)
    .option('--web', help.webOption)
    .option('--no-open', help.noOpenOption)
    .option('--port <number>', help.portOption)
    .action((target, options) =>
      run(async (context) => (await import('./review-command.ts')).reviewPlan(context, target, options)),
    );
  program
    .command('wait')
    .description(help.wait)
    .argument('<id>', help.id)
    .option('--timeout <seconds>', help.timeoutOption)
    .action((id, options) =>
      run(async (context) => (await import('./wait-command.ts')).waitForReview(context, id, options)),
    );
}

function declareReading(program: Command, run: Run): void {
  const { help } = words;
  program
    .command('list')
    .description(help.list)
    .option('--all', help.allOption)
    .action((options) => run(async (context) => (await import('./list-command.ts')).listReviews(context, options)));
  program
    .command('show')
    .description(help.show)
    .argument('<id>', help.id)
    .option('--print', help.printOption)
    .action((id, options) =>
      run(async (context) => (await import('./show-command.ts')).showReview(context, id, options)),
    );
  program
    .command('diff')
    .description(help.diff)
    .argument('<id>', help.id)
    .option('--base <id>', help.baseOption)
    .action((id, options) =>
      run(async (context) => (await import('./diff-command.ts')).diffReview(context, id, options)),
    );
  program
    .command('history')
    .description(help.history)
    .argument('[plan]', help.plan)
    .action((plan) => run(async (context) => (await import('./history-command.ts')).showHistory(context, plan)));
  program
    .command('serve')
    .description(help.serve)
    .option('--port <number>', help.portOption)
    .option('--host <address>', help.hostOption)
    .option('--no-open', help.noOpenOption)
    .action((options) => run(async (context) => (await import('./serve-page.ts')).servePage(context, options)));
}

function declareDecisions(program: Command, run: Run): void {
  const { help } = words;
  const sha256 = new Option('--sha256 <prefix>', help.shaOption);
  program
    .command('approve')
    .description(help.approve)
    .argument('<id>', help.id)
    .argument('[-]', help.stdin)
    .option('--notes <text>', help.notesOption)
    .option('--notes-file <file>', help.notesFileOption)
    .addOption(sha256)
    .action((id, source, options) =>
      run(async (context) => (await import('./decide-command.ts')).approveReview(context, id, { ...options, source })),
    );
  program
    .command('reject')
    .description(help.reject)
    .argument('<id>', help.id)
    .argument('[-]', help.stdin)
    .option('--feedback <text>', help.feedbackOption)
    .option('--file <file>', help.fileOption)
    .addOption(sha256)
    .action((id, source, options) =>
      run(async (context) => (await import('./decide-command.ts')).rejectReview(context, id, { ...options, source })),
    );
  program
    .command('stop')
    .description(help.stop)
    .argument('<id>', help.id)
    .option('--reason <text>', help.reasonOption)
    .addOption(sha256)
    .action((id, options) =>
      run(async (context) => (await import('./decide-command.ts')).stopReview(context, id, options)),
    );
  program
    .command('undo')
    .description(help.undo)
    .argument('<id>', help.id)
    .action((id) => run(async (context) => (await import('./undo-command.ts')).undoReview(context, id)));
}

function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? 'unknown';
}
