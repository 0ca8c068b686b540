import { CountersignError } from '../core/index.ts';
import { CommandError } from './command-error.ts';
import { errorExitCodes, exitCodes } from './exit-codes.ts';
import { formatJsonLine, type Surroundings } from './output.ts';
import { runProgram } from './program.ts';
import { toLine } from './review-view.ts';
import { words } from './words.ts';

/**
 * Runs the command `countersign`.
 *
 * @param argv - the words after the command's name.
 * @returns the exit code. Never rejects: errors are told on stderr, and with `--json` on stdout too.
 */
export async function main(argv: readonly string[], surroundings: Surroundings = process): Promise<number> {
  surroundings.stdout.on('error', leaveWithReader);
  try {
    return await runProgram(argv, surroundings);
  } catch (error) {
    return reportError(error, argv, surroundings);
  }
}

/** Whoever read our output has gone (`| head`): nothing is left to say. */
function leaveWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

function reportError(error: unknown, argv: readonly string[], { env, stdout, stderr }: Surroundings): number {
  const { code, message, exitCode } = describeError(error);
  if (argv.includes('--json')) {
    const fields = CountersignError.isInstance(error) ? { ...error } : {};
    stdout.write(`${formatJsonLine({ error: { ...fields, code, message } })}\n`);
  }
  stderr.write(`${toLine(message)}\n`);
  if (env['COUNTERSIGN_DEBUG'] === '1') stderr.write(`${describeStack(error)}\n`);
  else if (code === 'INTERNAL') stderr.write(`${words.errors.howToDebug}\n`);
  return exitCode;
}

interface DescribedError {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

function describeError(error: unknown): DescribedError {
  if (CountersignError.isInstance(error)) {
    return { code: error.code, message: error.message, exitCode: errorExitCodes[error.code] };
  }
  if (error instanceof CommandError) {
    return {
      code: error.exitCode === exitCodes.usage ? 'USAGE' : 'FAILED',
      message: error.message,
      exitCode: error.exitCode,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL', message: words.errors.unexpected(message), exitCode: exitCodes.failed };
}

function describeStack(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause !== undefined ? `\n${describeStack(error.cause)}` : '';
  return stack + cause;
}
