import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EventRecord } from '../core/index.ts';
import { buildReview, buildRun } from '../testing/index.ts';
import { buildEvent, groupByChain, verifyChain } from './event-chain.ts';
import { prepareChange } from './prepare-change.ts';

/** A chain of three entries. */
function buildChain(chain = 'run-1'): readonly EventRecord[] {
  const events: EventRecord[] = [];
  for (const status of ['running', 'suspended', 'finished'] as const) {
    const { event } = prepareChange({ type: 'run-updated', runId: chain, expect: {}, set: { status } });
    const { text: _, ...built } = buildEvent(events.at(-1) ?? null, { chain, at: '2026-01-01', changes: [event] });
    events.push(built);
  }
  return events;
}

function replace(events: readonly EventRecord[], index: number, set: Partial<EventRecord>): readonly EventRecord[] {
  return events.map((event, place) => (place === index ? { ...event, ...set } : event));
}

test('a chain as it was written holds, and so does an empty one', () => {
  expect(verifyChain(buildChain())).toBeNull();
  expect(verifyChain([])).toBeNull();
});

test('the first entry that was changed, taken out, put in or reordered is found', () => {
  const events = buildChain();
  const [first, second, third] = events;
  if (first === undefined || second === undefined || third === undefined) throw new Error('three entries');
  const changes = [{ type: 'run-updated', id: 'run-1', status: 'failed' }];

  expect(verifyChain(replace(events, 1, { changes }))).toBe(2);
  expect(verifyChain(replace(events, 0, { at: '2026-01-02' }))).toBe(1);
  expect(verifyChain(replace(events, 2, { hash: first.hash }))).toBe(3);
  expect(verifyChain([first, third])).toBe(2);
  expect(verifyChain([second, third])).toBe(1);
  expect(verifyChain([first, third, second])).toBe(2);
  expect(verifyChain([first, second, second, third])).toBe(3);
  expect(verifyChain([first, { ...second, chain: 'run-2' }])).toBe(2);
});

test('an entry that was changed and hashed anew breaks the link of the next one', () => {
  const events = buildChain();
  const changes = [{ id: 'run-1', status: 'failed', type: 'run-updated' }];
  const { text: _, ...forged } = buildEvent(events[0] ?? null, { chain: 'run-1', at: '2026-01-01', changes });

  expect(verifyChain(replace(events, 1, { ...forged, previous: forged.previous }))).toBe(3);
});

test('ids that RFC 8785 cannot hold are hashed in their JSON form', () => {
  const events = buildChain('lone \ud800 and NUL \0');

  expect(events[0]?.changes[0]?.id).toBe('"lone \\ud800 and NUL \\u0000"');
  expect(verifyChain(events)).toBeNull();
});

test('the hash is that of the RFC 8785 form, written out here once', () => {
  const [event] = buildChain();

  const digest = createHash('sha256').update('{"status":"running"}').digest('hex');
  const changes = `[{"id":"run-1","sha256":"${digest}","status":"running","type":"run-updated"}]`;
  const form = `{"at":"2026-01-01","chain":"run-1","changes":${changes},"number":1,"previous":""}`;
  expect(event?.hash).toBe(createHash('sha256').update(form).digest('hex'));
  expect(event?.hash).toBe('5b5211987bb0e5b2561c96d08559d54b92040a405ec467a3d36753762b362e12');
});

test('the changes of a commit are grouped by chain in the order of their first appearance', () => {
  const prepared = [
    prepareChange({ type: 'review-created', review: buildReview() }),
    prepareChange({ type: 'run-created', run: buildRun() }),
    prepareChange({ type: 'draft-removed', planId: 'plan-1', reviewId: 'review-1', reviewer: 'min' }),
  ];

  const grouped = [...groupByChain(prepared)].map(([chain, changes]) => [chain, changes.map(({ type }) => type)]);

  expect(grouped).toEqual([
    ['plan-1', ['review-created', 'draft-removed']],
    ['run-1', ['run-created']],
  ]);
});
