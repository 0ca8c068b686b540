// What every script knows about this clone. Plain JavaScript for Node 20: these run before the project's own Node is there.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the clone. */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** The Node that runs everything but these scripts: it comes with the dependencies, so it is the same on every machine. */
export const projectNode = inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * The Node to run the project with: its own, or this one where that could not be installed and this one can do it.
 *
 * @throws {Error} neither can.
 */
export function findNode() {
  if (existsSync(projectNode)) return projectNode;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  throw new Error(
    `The project's own Node is missing (${projectNode}), and this one is ${process.version}. ` +
      'Run `npm ci` without --ignore-scripts, or use Node 22.18 or newer.',
  );
}

/** The environment for the project's own programs: `node_modules/.bin` comes first, so `node` is the project's Node. */
export function projectEnv(extra = {}) {
  return { ...process.env, PATH: [inProject('node_modules', '.bin'), ...systemPath()].join(delimiter), ...extra };
}

/** The environment as it was outside of npm: npm itself must not run on a Node that it is about to replace. */
export function systemEnv() {
  return { ...process.env, PATH: systemPath().join(delimiter) };
}

function systemPath() {
  const inModules = `${sep}node_modules${sep}`;
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => !`${folder}${sep}`.includes(inModules));
}
