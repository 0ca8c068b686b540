import { renderPlanHtml, showControls } from '../plans/index.ts';
import type { OutlineEntry } from './wire.ts';

/** A plan as the page shows it. */
interface RenderedPlan {
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
}

/** Renders plans, and keeps the last ones: a page asks for the same plan at every change. */
export interface PlanRenderer {
  render(text: string): Promise<RenderedPlan>;
}

const keptPlans = 20;

/** Makes a renderer with its own memory. */
export function createPlanRenderer(): PlanRenderer {
  const kept = new Map<string, Promise<RenderedPlan>>();
  return {
    render(text) {
      const known = kept.get(text);
      if (known !== undefined) return known;
      const rendered = renderPlan(text);
      kept.set(text, rendered);
      const oldest = kept.keys().next().value;
      if (kept.size > keptPlans && oldest !== undefined) kept.delete(oldest);
      return rendered;
    },
  };
}

async function renderPlan(text: string): Promise<RenderedPlan> {
  const { html, outline } = await renderPlanHtml(text);
  return {
    html,
    outline: outline.map(({ level, text: heading, id }) => ({ level, text: showControls(heading), anchor: id })),
  };
}
