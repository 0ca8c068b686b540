// Installs the dependencies when they are missing or not those of the lock.
import { existsSync, readFileSync } from 'node:fs';
import { inProject, projectNode, systemEnv } from './project.mjs';
import { capture } from './run.mjs';

/** Whether `node_modules` holds what the lock says: npm writes its own list there when an install is complete. */
export function isInstalled() {
  const installed = readPackages(inProject('node_modules', '.package-lock.json'));
  if (installed === null || !existsSync(projectNode)) return false;
  const locked = readPackages(inProject('package-lock.json')) ?? {};
  return Object.entries(locked).every(([path, wanted]) => isSatisfied(path, wanted, installed[path]));
}

function isSatisfied(path, wanted, found) {
  if (path === '' || wanted.link) return true;
  // Optional packages are those of other systems, or peers that nobody asked for.
  if (found === undefined) return wanted.optional === true || wanted.devOptional === true || wanted.peer === true;
  return found.version === wanted.version && found.integrity === wanted.integrity;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Installs what the lock says.
 *
 * @throws {Error} npm failed; its output is in the message.
 */
export async function install() {
  const { code, output } = await capture('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: systemEnv(),
    shell: process.platform === 'win32',
  });
  if (code !== 0) throw new Error(`npm ci failed (exit code ${code}):\n${output}`);
  if (!existsSync(projectNode) && Number(process.versions.node.split('.')[0]) < 22) {
    throw new Error(
      'npm ci went through, but the package `node` brought no Node. Are install scripts switched off? ' +
        'Look at `npm config get ignore-scripts`, and allow them for this folder.',
    );
  }
}
