// `npm test`: sets the clone up and runs every test once. Words after `--` go to vitest.
// COUNTERSIGN_TEST_ALL=1 makes it an error when a program is missing that some tests need.
import { findMissingPrograms } from './find-programs.mjs';
import { fail, prepare, say } from './lib/prepare.mjs';
import { findNode, inProject, projectEnv } from './lib/project.mjs';
import { run, toolFile } from './lib/run.mjs';

const missing = findMissingPrograms();
if (missing.length > 0 && process.env.COUNTERSIGN_TEST_ALL === '1') fail(describeMissing());

await prepare();
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${inProject('.test-results.json')}`];
const code = await run(findNode(), [toolFile('vitest'), 'run', ...reporters, ...process.argv.slice(2)], {
  env: projectEnv(),
});
if (missing.length > 0) say(describeMissing());
process.exitCode = code;

function describeMissing() {
  const parts = missing.map(({ name, advice }) => `the tests that need ${name}: ${advice}`);
  return `Left out: ${parts.join('; and ')}.`;
}
