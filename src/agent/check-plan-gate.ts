import type { CallRecord } from '../core/index.ts';
import type { Leg } from './leg.ts';

/**
 * The gate of `requiresApprovedPlan`: open while the newest plan of this run is approved.
 *
 * @returns `null` when the call may run, else why not, in words for the model.
 */
export async function checkPlanGate(leg: Leg, call: CallRecord): Promise<string | null> {
  const { storage } = leg.parts;
  const { items } = await storage.listReviews({ runId: leg.run.id });
  const newest = items.find((review) => review.status !== 'closed');
  const refusal = `"${call.toolName}" did not run: it needs an approved plan.`;
  if (newest === undefined) return `${refusal} Write a plan to a file and submit it with submit_plan first.`;
  if (newest.status === 'waiting') return `${refusal} The plan "${newest.path}" still waits for its decision.`;
  const decisions = await storage.listDecisions(newest.id);
  const standing = decisions.find((decision) => decision.status === 'standing');
  if (standing?.decision.action === 'approved') return null;
  return `${refusal} The plan "${newest.path}" was not approved. Revise it and submit it again.`;
}
