import { commitCases } from './commit-cases.ts';
import { decisionCases } from './decision-cases.ts';
import { lifeCases } from './life-cases.ts';
import { reviewCases } from './review-cases.ts';
import { runCases } from './run-cases.ts';
import type { StorageCase } from './storage-case.ts';
import { textCases } from './text-cases.ts';

/**
 * What every storage must do, case by case. Give each case a fresh, empty storage.
 *
 * `for (const { name, run } of storageConformance) test(name, async () => run(await openStorage()));`
 */
export const storageConformance: readonly StorageCase[] = [
  ...runCases,
  ...reviewCases,
  ...decisionCases,
  ...commitCases,
  ...lifeCases,
  ...textCases,
];
