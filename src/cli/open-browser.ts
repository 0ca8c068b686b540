import type { ChildProcess } from 'node:child_process';
import type { CommandContext } from './command-context.ts';
import { words } from './words.ts';

/**
 * Opens an address in the person's browser. Where that cannot work (no display, `BROWSER=none`) or does not, it says so; the
 * address was printed before.
 */
export async function openBrowser({ output, surroundings }: CommandContext, url: string): Promise<void> {
  const { env } = surroundings;
  if (env['BROWSER'] === 'none') return;
  if (!hasDisplay(env)) return output.say(describeNoDisplay(env, url));
  const { default: open } = await import('open');
  try {
    reportFailure(await open(url), (reason) => output.say(words.page.notOpened(reason)));
  } catch (error) {
    output.say(words.page.notOpened(error instanceof Error ? error.message : String(error)));
  }
}

function hasDisplay(env: Readonly<Record<string, string | undefined>>): boolean {
  if (process.platform !== 'linux') return true;
  return ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME'].some((name) => (env[name] ?? '') !== '');
}

function describeNoDisplay(env: Readonly<Record<string, string | undefined>>, url: string): string {
  const isRemote = (env['SSH_CONNECTION'] ?? '') !== '';
  return isRemote ? words.page.forwardPort(new URL(url).port) : words.page.noDisplay;
}

function reportFailure(child: ChildProcess, report: (reason: string) => void): void {
  child.once('error', (error) => report(error.message));
  child.once('exit', (code) => {
    if (code !== null && code !== 0) report(words.page.openerExit(code));
  });
}
