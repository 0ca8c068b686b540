// `npm run bench`: sets the clone up and runs the benchmarks in bench/. Words after `--` go to them.
import { prepare } from './lib/prepare.mjs';
import { findNode, inProject, projectEnv } from './lib/project.mjs';
import { run } from './lib/run.mjs';

await prepare();
process.exitCode = await run(findNode(), [inProject('bench', 'run.mjs'), ...process.argv.slice(2)], {
  env: projectEnv(),
});
