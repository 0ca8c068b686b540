import { expect, test } from 'vitest';
import type { ReviewItem, ReviewView, WireDelivery } from '../wire.ts';
import { describeDelivery, describeOutcome, toTone } from './describe-outcome.ts';

const dueAt = '2026-01-01T12:00:05.000Z';
const due = Date.parse(dueAt);
const pending: WireDelivery = { status: 'pending', dueAt, deliveredAt: null, attempts: 0, reason: null };

type Way = Parameters<typeof describeDelivery>[0];

function way(delivery: WireDelivery | null, overrides: Partial<Way> = {}): Way {
  return { delivery, agent: 'planner', host: 'agent', runStatus: 'suspended', ...overrides };
}

const ways: readonly { readonly name: string; readonly review: Way; readonly now: number; readonly text: string }[] = [
  { name: 'nothing decided', review: way(null), now: due, text: '' },
  { name: 'just due', review: way(pending), now: due, text: 'Recorded → Delivering…' },
  {
    name: 'due and nobody takes it',
    review: way(pending),
    now: due + 3000,
    text: 'Recorded → Waiting for the process of planner: it will get this when it comes back.',
  },
  {
    name: 'delivered, at work',
    review: way({ ...pending, status: 'delivered' }, { runStatus: 'running' }),
    now: due,
    text: 'Recorded → Delivered to planner → The agent is at work',
  },
  {
    name: 'delivered to a command',
    review: way({ ...pending, status: 'delivered' }, { agent: null, host: 'shell', runStatus: null }),
    now: due,
    text: 'Recorded → Delivered to the waiting command',
  },
  {
    name: 'refused',
    review: way({ ...pending, status: 'refused', reason: 'PLAN_CHANGED: it changed' }),
    now: due,
    text: 'Recorded → Not delivered: PLAN_CHANGED: it changed',
  },
];
for (const { name, review, now, text } of ways) {
  test(`the way of a decision: ${name}`, () => {
    expect(
      describeDelivery(review, now)
        .map((step) => step.text)
        .join(' → '),
    ).toBe(text);
  });
}

const decision: NonNullable<ReviewView['decision']> = {
  action: 'approved',
  stop: false,
  feedback: null,
  by: 'min',
  assurance: 'local',
  surface: 'page',
  decidedAt: dueAt,
};
type Outcome = Pick<ReviewItem, 'status' | 'decision' | 'closedReason'>;
const outcomes: readonly { readonly review: Outcome; readonly text: string; readonly tone: string }[] = [
  { review: { status: 'waiting', decision: null, closedReason: null }, text: 'Waiting', tone: 'waiting' },
  { review: { status: 'decided', decision, closedReason: null }, text: 'Approved', tone: 'approved' },
  {
    review: { status: 'decided', decision: { ...decision, feedback: ' \n' }, closedReason: null },
    text: 'Approved',
    tone: 'approved',
  },
  {
    review: { status: 'decided', decision: { ...decision, feedback: 'Mind it.' }, closedReason: null },
    text: 'Approved with notes',
    tone: 'approved',
  },
  {
    review: { status: 'decided', decision: { ...decision, action: 'rejected' }, closedReason: null },
    text: 'Changes requested',
    tone: 'changes',
  },
  {
    review: { status: 'decided', decision: { ...decision, action: 'rejected', stop: true }, closedReason: null },
    text: 'Stopped',
    tone: 'stopped',
  },
  {
    review: { status: 'closed', decision: null, closedReason: 'expired' },
    text: 'Expired — not approved',
    tone: 'closed',
  },
];
for (const { review, text, tone } of outcomes) {
  test(`a review that is ${tone} is called "${text}"`, () => {
    expect([describeOutcome(review), toTone(review)]).toEqual([text, tone]);
  });
}
