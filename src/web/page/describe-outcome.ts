import type { ReviewItem, ReviewView } from '../wire.ts';
import { nameAgent } from './describe-agent.ts';
import { messages } from './language.ts';

/** How a review ended, in words; `waiting` while it has not. */
export function describeOutcome({
  status,
  decision,
  closedReason,
}: Pick<ReviewItem, 'status' | 'decision' | 'closedReason'>): string {
  if (status === 'closed') return closedReason === null ? messages.aborted : messages[closedReason];
  if (decision === null) return messages.waiting;
  return describeDecision(decision.action, decision.stop, decision.feedback);
}

/** What a decision was, in the words of its button. */
export function describeDecision(action: 'approved' | 'rejected', isStop: boolean, feedback: string | null): string {
  if (isStop) return messages.stopped;
  if (action === 'rejected') return messages.changesRequested;
  return feedback === null || feedback.trim() === '' ? messages.approved : messages.approvedWithNotes;
}

/** The kind of an outcome, for its colour and sign. */
export type OutcomeTone = 'waiting' | 'approved' | 'changes' | 'stopped' | 'closed';

export function toTone({ status, decision }: Pick<ReviewItem, 'status' | 'decision'>): OutcomeTone {
  if (status === 'closed') return 'closed';
  if (decision === null) return 'waiting';
  if (decision.action === 'approved') return 'approved';
  return decision.stop ? 'stopped' : 'changes';
}

/** One station on the way of a decision to its agent. */
export interface DeliveryStep {
  readonly text: string;
  readonly state: 'done' | 'now' | 'failed';
}

/** The way of a decision to its agent, as far as it has come. It never says more than the record does. */
export function describeDelivery(
  review: Pick<ReviewView, 'delivery' | 'agent' | 'host' | 'runStatus'>,
  now: number,
): readonly DeliveryStep[] {
  const { delivery } = review;
  const agent = nameAgent(review);
  if (delivery === null) return [];
  const recorded: DeliveryStep = { text: messages.recorded, state: 'done' };
  if (delivery.status === 'refused') {
    return [recorded, { text: messages.deliveryRefused(delivery.reason ?? ''), state: 'failed' }];
  }
  if (delivery.status !== 'delivered') {
    const isLate = now > Date.parse(delivery.dueAt) + patienceMs;
    return [recorded, { text: isLate ? messages.waitingForProcess(agent) : messages.delivering, state: 'now' }];
  }
  const delivered = review.runStatus === null ? messages.deliveredToCommand : messages.delivered(agent);
  const run = describeRun(review);
  return [recorded, { text: delivered, state: 'done' }, ...(run === null ? [] : [run])];
}

/** How long a due delivery may take before the page says that nobody is there to take it. */
const patienceMs = 2500;

function describeRun({ runStatus }: Pick<ReviewView, 'runStatus'>): DeliveryStep | null {
  switch (runStatus) {
    case null:
      return null;
    case 'running':
      return { text: messages.runRunning, state: 'now' };
    case 'suspended':
      return { text: messages.runSuspended, state: 'now' };
    case 'finished':
      return { text: messages.runFinished, state: 'done' };
    case 'failed':
      return { text: messages.runFailed, state: 'failed' };
    case 'aborted':
      return { text: messages.runAborted, state: 'done' };
    case 'interrupted':
      return { text: messages.runInterrupted, state: 'failed' };
  }
}
