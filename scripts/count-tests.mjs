// Prints `N passed, N failed` from the result of the last `npm test`; fails when one failed, was left out, or none ran.
import { readFileSync } from 'node:fs';
import { say } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';

const result = JSON.parse(readFileSync(inProject('.test-results.json'), 'utf8'));
const { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo } = result;
// A file that cannot be loaded has no tests that could fail.
const brokenFiles = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
for (const file of brokenFiles) say(`${file.name} could not be run: ${file.message}`);
if (pending + todo > 0) say(`${pending + todo} tests were left out.`);
const allFailed = failed + brokenFiles.length;
process.exitCode = allFailed + pending + todo === 0 && passed > 0 ? 0 : 1;
process.stdout.write(`${passed} passed, ${allFailed} failed\n`);
