import { describe, expect, test } from 'vitest';
import { type DecisionRecord, type DeliveryRecord, errorCodes, type ReviewRecord } from '../core/index.ts';
import type { ReviewSummary } from '../review/index.ts';
import { errorExitCodes, outcomeExitCodes, readOutcome } from './exit-codes.ts';

const review: ReviewRecord = {
  id: 'review-1',
  planId: 'plan_1',
  revision: 1,
  status: 'waiting',
  closedReason: null,
  replacedBy: null,
  path: 'plan.md',
  root: '/project',
  title: 'Plan',
  planSha256: 'a'.repeat(64),
  planBytes: 10,
  source: {
    host: 'shell',
    agentId: null,
    controllerId: null,
    sessionId: null,
    runId: null,
    toolCallId: null,
    threadId: null,
    modeId: null,
  },
  submittedAt: '2026-01-01T00:00:00.000Z',
  closedAt: null,
  expiresAt: null,
};

const decision: DecisionRecord = {
  id: 'decision-1',
  reviewId: review.id,
  status: 'standing',
  planSha256: review.planSha256,
  named: true,
  decision: { action: 'approved' },
  by: { name: 'min', assurance: 'local', surface: 'command' },
  decidedAt: '2026-01-01T00:00:01.000Z',
  undoneAt: null,
};

const delivery: DeliveryRecord = {
  id: 'delivery-1',
  decisionId: decision.id,
  reviewId: review.id,
  agentId: null,
  runId: null,
  status: 'pending',
  dueAt: decision.decidedAt,
  attempts: 0,
  reason: null,
  deliveredAt: null,
};

const waiting: ReviewSummary = { review, decision: null, delivery: null, undoUntil: null };

function decided(changes: Partial<DecisionRecord>, others: Partial<ReviewSummary> = {}): ReviewSummary {
  return {
    review: { ...review, status: 'decided' },
    decision: { ...decision, ...changes },
    delivery,
    undoUntil: null,
    ...others,
  };
}

function closed(changes: Partial<ReviewRecord>): ReviewSummary {
  return { ...waiting, review: { ...review, status: 'closed', ...changes } };
}

describe('what a review came to', () => {
  test.each([
    ['waiting', waiting],
    ['approved', decided({})],
    ['rejected', decided({ decision: { action: 'rejected', feedback: 'approved? no' } })],
    ['stopped', decided({ decision: { action: 'rejected', stop: true } })],
    ['changed', closed({ closedReason: 'replaced', replacedBy: 'review-2' })],
    ['expired', closed({ closedReason: 'expired' })],
    ['aborted', closed({ closedReason: 'aborted' })],
  ] as const)('is %s', (outcome, summary) => {
    expect(readOutcome(summary)).toBe(outcome);
  });

  test('is still waiting while a decision can be undone', () => {
    expect(readOutcome(decided({}, { undoUntil: '2026-01-01T00:00:06.000Z' }))).toBe('waiting');
  });

  test('is a changed plan when an approval was not delivered because of that', () => {
    expect(readOutcome(decided({}, { delivery: { ...delivery, status: 'refused', reason: 'PLAN_CHANGED: …' } }))).toBe(
      'changed',
    );
  });
});

describe('exit codes', () => {
  test('of outcomes are those the manual lists', () => {
    expect(outcomeExitCodes).toEqual({
      approved: 0,
      rejected: 2,
      stopped: 3,
      aborted: 3,
      waiting: 4,
      changed: 5,
      expired: 6,
    });
  });

  test('of errors are never that of an approval', () => {
    for (const code of errorCodes) expect([1, 4, 64]).toContain(errorExitCodes[code]);
  });

  test('are 64 where the words of a command were wrong', () => {
    const usage = errorCodes.filter((code) => errorExitCodes[code] === 64);

    expect(usage).toEqual(['INVALID_RESUME_DATA', 'INVALID_INPUT']);
  });
});
