import type { PlanDiff } from './diff.ts';
import type { DiffPlansOptions } from './diff-plans.ts';
import type { RenderedPlan } from './render-plan-html.ts';
import type { RenderTerminalOptions } from './render-plan-terminal.ts';

// What draws or compares plans is loaded when it is first needed: most programs that open this room only read plans.

/**
 * Renders a plan for a page. Characters that hide or reorder text are shown as marks; nothing of the source is left out.
 *
 * Markdown is read as CommonMark with GitHub's additions. Never throws: what cannot be rendered is shown as source.
 */
export async function renderPlanHtml(text: string): Promise<RenderedPlan> {
  const module = await import('./render-plan-html.ts');
  return module.renderPlanHtml(text);
}

/**
 * Renders a plan for a terminal. Nothing of the source is left out, and no control or escape character of it comes
 * through: each is a visible mark.
 *
 * @returns lines that end with a line feed, none wider than `width`.
 */
export async function renderPlanTerminal(text: string, options: RenderTerminalOptions): Promise<string> {
  const module = await import('./render-plan-terminal.ts');
  return module.renderPlanTerminal(text, options);
}

/**
 * What changed from one revision of a plan to another: by lines, and by words inside lines that stayed similar.
 *
 * Never throws. Two texts with next to nothing in common are shown as removed and added, whole.
 */
export async function diffPlans(oldText: string, newText: string, options: DiffPlansOptions = {}): Promise<PlanDiff> {
  const module = await import('./diff-plans.ts');
  return module.diffPlans(oldText, newText, options);
}
