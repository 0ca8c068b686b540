/** The documented loop, as written: a plan is submitted, read, approved, and the run goes on. No host, no storage, no network. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The plan as an agent would have written it, in a project of its own.
const plan = '# Refactor auth\n\n1. Split the module.\n2. Add tests.\n';
process.chdir(mkdtempSync(join(tmpdir(), 'countersign-documented-')));
mkdirSync('plans');
writeFileSync('plans/refactor-auth.md', plan);

let printed = '';
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text: string | Uint8Array): boolean => {
  printed += String(text);
  return write(text);
};

await import('./documented.ts');

assert.equal(printed, `${plan}\nBuilding it.\n`);
console.log('The documented loop: submitted, read, approved, done.');
