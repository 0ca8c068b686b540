// `npm start`: sets the clone up and runs the planner example; `npm start -- PLAN.md` reviews your own file instead.
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fail, prepare } from './lib/prepare.mjs';
import { findNode, inProject, projectEnv } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const words = process.argv.slice(2);
const [file] = words.filter((word) => !word.startsWith('-'));
// npm runs us in the clone; where the person stood is in INIT_CWD.
const here = process.env.INIT_CWD ?? process.cwd();

await prepare();
try {
  process.exitCode = file === undefined ? await runPlanner(words) : await reviewFile(words, file);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function runPlanner(args) {
  return run(findNode(), [inProject('examples', 'planner', 'main.ts'), ...args], { env: projectEnv() });
}

function reviewFile(args, file) {
  const path = resolve(here, file);
  const isBelow = !relative(here, path).startsWith('..') && !isAbsolute(relative(here, path));
  const folder = isBelow ? here : dirname(path);
  const options = args.filter((word) => word !== file);
  const command = [inProject('bin', 'countersign.js'), 'review', path, '--web', ...options];
  return run(findNode(), command, { cwd: folder, env: projectEnv() });
}
