// Makes a clone ready: dependencies installed, dist/ built. Quick when there is nothing to do.
import { build, isBuilt } from './build-steps.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';

const oldestNode = 20;

/**
 * Installs and builds what is missing or stale, and says so on stderr. Ends the process when that is not possible.
 *
 * @param options.needsBuild - whether dist/ is needed at all. Default true.
 */
export async function prepare({ needsBuild = true } = {}) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode)
    fail(`Node ${process.versions.node} is too old to set this up: Node ${oldestNode} or newer is needed, with npm.`);
  if (isInstalled() && (!needsBuild || isBuilt())) return;
  endWithChildren();
  try {
    await withLock(() => setUp(needsBuild), {
      onWait: (pid) => say(`Waiting for the setup that process ${pid} is doing …`),
    });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

async function setUp(needsBuild) {
  // Looked at again, under the lock: whoever held it may have done the work.
  if (!isInstalled()) await step('Installing the dependencies (once; about a minute)', install);
  if (needsBuild && !isBuilt()) await step('Building', build);
}

/** Does one piece of work, and shows that it is going on. */
async function step(name, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const isLive = process.stderr.isTTY === true;
  process.stderr.write(`${name} …${isLive ? '' : '\n'}`);
  const timer = isLive ? setInterval(() => process.stderr.write(`\r${name} … ${seconds()} s`), 1000) : undefined;
  try {
    const result = await work();
    process.stderr.write(`${isLive ? '\r' : ''}${name} … done in ${seconds()} s\n`);
    return result;
  } catch (error) {
    process.stderr.write(`${isLive ? '\r' : ''}${name} … failed\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Says one line to the person at the terminal. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Says why, and ends with exit code 1. */
export function fail(line) {
  say(line);
  process.exit(1);
}

/** A setup that is told to end takes its npm and compiler with it, so that the next one does not meet them. */
function endWithChildren() {
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ])
    process.once(signal, () => process.exit(code));
}
