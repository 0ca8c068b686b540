import { relative, resolve } from 'node:path';
import type { ReviewSummary } from '../review/index.ts';
import type { CommandContext } from './command-context.ts';
import type { Outcome } from './exit-codes.ts';

/** How a program can go on from an outcome: labels and commands to run. */
export function nextCommands(
  context: CommandContext,
  { review }: ReviewSummary,
  outcome: Outcome,
): Readonly<Record<string, string>> {
  const command = (...args: readonly string[]): string => formatCommand(context, args);
  if (outcome === 'waiting') {
    const sha256 = review.planSha256 === null ? [] : ['--sha256', review.planSha256.slice(0, 12)];
    return {
      show: command('show', review.id),
      approve: command('approve', review.id, ...sha256),
      reject: `${command('reject', review.id)} --feedback "..."`,
      stop: command('stop', review.id),
      wait: command('wait', review.id),
    };
  }
  if (outcome === 'changed') {
    return review.replacedBy === null
      ? { review: command('review', pathFromHere(context, review), '--wait') }
      : { wait: command('wait', review.replacedBy) };
  }
  if (review.source.host !== 'shell') return {};
  return outcome === 'rejected' || outcome === 'expired'
    ? { resubmit: command('review', pathFromHere(context, review), '--wait') }
    : {};
}

/** A command line that can be pasted: the way this command was started, the project when it was named, arguments quoted. */
export function formatCommand({ chosenFolder, surroundings }: CommandContext, args: readonly string[]): string {
  const start = surroundings.env['npm_command'] === 'exec' ? ['npx', 'countersign'] : ['countersign'];
  const folder = chosenFolder === null ? [] : ['--dir', chosenFolder];
  return [...start, ...args, ...folder].map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The plan's file as it is named from the current folder. */
function pathFromHere({ surroundings, project }: CommandContext, { path, root }: ReviewSummary['review']): string {
  return relative(surroundings.cwd(), resolve(root ?? project.folder, path));
}
