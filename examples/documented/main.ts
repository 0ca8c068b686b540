/** The documented loop, as written: a plan is submitted, read, approved, and the run goes on. No host, no storage, no network. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { model, planFile } from './model.ts';

let printed = '';
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text: string | Uint8Array): boolean => {
  printed += String(text);
  return write(text);
};

await import('./documented.ts');

assert.equal(printed, `${readFileSync(planFile, 'utf8')}\nBuilding it.\n`);
model.assertDone();
console.log('The documented loop: submitted, read, approved, done.');
