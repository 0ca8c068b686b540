// Builds dist/ when it is stale: the library by tsc and the page by Vite, side by side, then swapped in as a whole.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { findNode, inProject, projectEnv, root } from './project.mjs';
import { capture, toolFile } from './run.mjs';

const dist = inProject('dist');
const stamp = join('.stamp.json');
// At the same depth as dist/, so that what source maps say stays true after the swap.
const fresh = inProject('.dist-new');
const old = inProject('.dist-old');
const pageConfig = inProject('src', 'web', 'page', 'vite.config.ts');

/** Whether dist/ was built from the sources as they are. */
export function isBuilt() {
  try {
    const { sources, files } = JSON.parse(readFileSync(join(dist, stamp), 'utf8'));
    return sources === digestSources() && files.every((file) => existsSync(join(dist, file)));
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return false;
    throw error;
  }
}

/**
 * Builds dist/. What is there stays until the new one is complete.
 *
 * @throws {Error} a step failed; its output is in the message.
 */
export async function build() {
  const sources = digestSources();
  rmSync(fresh, { recursive: true, force: true });
  const steps = [runStep('tsc', ['-p', 'tsconfig.build.json', '--outDir', fresh])];
  if (existsSync(pageConfig)) {
    const outDir = join(fresh, 'web', 'page');
    steps.push(
      runStep('vite', ['build', '--config', pageConfig, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']),
    );
  }
  const failures = (await Promise.all(steps)).filter((failure) => failure !== null);
  if (failures.length > 0) throw new Error(failures.join('\n'));

  writeFileSync(join(fresh, stamp), JSON.stringify({ sources, files: listFiles(fresh) }));
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

async function runStep(tool, args) {
  const { code, output } = await capture(findNode(), [toolFile(tool), ...args], { env: projectEnv() });
  return code === 0 ? null : `${tool} failed (exit code ${code}):\n${output}`;
}

function digestSources() {
  const hash = createHash('sha256');
  const files = listFiles(inProject('src')).filter((file) => !/\.test(-d)?\.tsx?$/.test(file));
  const inputs = [
    ...files.map((file) => join('src', file)),
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ];
  for (const file of inputs)
    hash
      .update(file.split(sep).join('/'))
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}
