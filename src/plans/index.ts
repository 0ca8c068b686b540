/** A plan as text: title, digest, diff of two revisions, the answer a model reads; and `planFolder`, the one safe reader of plan files. */

export type { BlockKind, RenderedBlock } from './annotate-blocks.ts';
export type { OutlineEntry } from './annotate-headings.ts';
export type { AnswerContext } from './answer.ts';
export { assertAnswerFits, formatAnswer, maxAnswerBytes } from './answer.ts';
export type { DiffHunk, DiffLine, DiffWord, LineEnds, PlanDiff } from './diff.ts';
export type { DiffPlansOptions } from './diff-plans.ts';
export { displayWidth, splitGraphemes } from './display-width.ts';
export { hashPlan } from './hash-plan.ts';
export { decodePlan } from './plan-bytes.ts';
export type { PlanFolderOptions } from './plan-folder.ts';
export { planFolder } from './plan-folder.ts';
export { planLines } from './plan-lines.ts';
export type { PlanSection } from './plan-sections.ts';
export { planSections } from './plan-sections.ts';
export { planTitle } from './plan-title.ts';
export type { RenderedPlan } from './render-plan-html.ts';
export type { RenderTerminalOptions } from './render-plan-terminal.ts';
export { diffPlans, renderPlanHtml, renderPlanTerminal } from './render-plans.ts';
export { showControls } from './show-controls.ts';
