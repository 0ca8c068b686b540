import { exitCodes } from './exit-codes.ts';

/** A command cannot do what it was asked for, for a reason of its own. Its message is for the person; there is no stack to read. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  /** @param options.isUsage - the words of the command were wrong: exit code 64 instead of 1. */
  constructor(message: string, options: { readonly isUsage?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.isUsage === true ? exitCodes.usage : exitCodes.failed;
  }
}
