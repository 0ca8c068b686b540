/** A plan as text: title, digest, diff of two revisions, the answer a model reads; and `planFolder`, the one safe reader of plan files. */
export type { DiffHunk, DiffLine, PlanDiff } from './diff.ts';
