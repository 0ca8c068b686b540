import { expect, test, vi } from 'vitest';
import type { ReviewView } from '../wire.ts';
import type { Answer } from './api.ts';
import { DraftKeeper, type LocalCopies } from './draft-keeper.ts';
import { createStore, type Store } from './page-state.ts';

type SaveAnswer = Answer<{ readonly draft: ReviewView['draft'] }>;

function review(overrides: Partial<ReviewView> = {}): ReviewView {
  return {
    id: 'r1',
    planId: 'p1',
    revision: 1,
    title: 'A plan',
    path: 'plan.md',
    agent: 'planner',
    host: 'agent',
    status: 'waiting',
    closedReason: null,
    replacedBy: null,
    planSha256: 'a'.repeat(64),
    submittedAt: '2026-01-01T12:00:00.000Z',
    expiresAt: null,
    decision: null,
    delivery: null,
    undoUntil: null,
    html: '<p>A plan</p>',
    outline: [],
    sourceLines: ['A plan'],
    fileState: 'same',
    revisions: [],
    draft: null,
    runStatus: null,
    now: '2026-01-01T12:00:00.000Z',
    ...overrides,
  };
}

interface Opened {
  readonly store: Store;
  readonly drafts: DraftKeeper;
  readonly copies: Map<string, { readonly text: string; readonly at: string }>;
  readonly saved: string[];
}

function open(answer: () => SaveAnswer | Promise<SaveAnswer> = saved): Opened {
  const store = createStore();
  const copies = new Map<string, { readonly text: string; readonly at: string }>();
  const local: LocalCopies = {
    read: (id) => copies.get(id) ?? null,
    write: (id, text) => void copies.set(id, { text, at: '2026-01-01T12:00:01.000Z' }),
    remove: (id) => void copies.delete(id),
  };
  const texts: string[] = [];
  const api = {
    saveDraft: async (_id: string, text: string) => {
      texts.push(text);
      return answer();
    },
  };
  return { store, drafts: new DraftKeeper(store, api, local), copies, saved: texts };
}

function saved(): SaveAnswer {
  return { isOk: true, value: { draft: { text: '', savedAt: '2026-01-01T12:00:02.000Z' } } };
}

function unreachable(): SaveAnswer {
  return { isOk: false, failure: { code: 'UNREACHABLE', message: 'no' } };
}

test('typing is saved once, 400 ms after it stops', () => {
  vi.useFakeTimers();
  const { store, drafts, saved: texts } = open();
  drafts.adopt(review(), drafts.mark());

  for (const text of ['W', 'Wh', 'Why']) {
    drafts.type(text);
    vi.advanceTimersByTime(399);
  }
  const before = [...texts];
  vi.advanceTimersByTime(1);
  vi.useRealTimers();

  expect(before).toEqual([]);
  expect(texts).toEqual(['Why']);
  expect(store.get().draft.status).toBe('saving');
});

test('an answer that was asked for before the last word was typed does not undo it', async () => {
  const { store, drafts } = open();
  drafts.adopt(review(), drafts.mark());
  const asked = drafts.mark();
  drafts.type('Why?');
  await drafts.flush();

  drafts.adopt(review({ draft: null }), asked);

  expect(store.get().draft).toMatchObject({ text: 'Why?', status: 'saved' });
});

test('what another tab has saved is taken over', () => {
  const { store, drafts } = open();
  drafts.adopt(review(), drafts.mark());

  drafts.adopt(review({ draft: { text: 'From the other tab.', savedAt: '2026-01-01T12:00:03.000Z' } }), drafts.mark());

  expect(store.get().draft.text).toBe('From the other tab.');
});

test('a text that the server did not get stays in this browser and is offered again', async () => {
  const { store, drafts, copies } = open(unreachable);
  drafts.adopt(review(), drafts.mark());
  drafts.type('Why?');
  await drafts.flush();
  const next = open();
  next.copies.set('r1', copies.get('r1') ?? { text: '', at: '' });

  next.drafts.adopt(review({ draft: { text: 'W', savedAt: '2026-01-01T12:00:00.000Z' } }), next.drafts.mark());

  expect(store.get().draft.status).toBe('failed');
  expect(next.store.get().draft).toMatchObject({ text: 'Why?', status: 'unsaved' });
});

test('a copy in this browser that is older than the server’s is left', () => {
  const { store, drafts, copies } = open();
  copies.set('r1', { text: 'old', at: '2026-01-01T11:00:00.000Z' });

  drafts.adopt(review({ draft: { text: 'new', savedAt: '2026-01-01T12:00:00.000Z' } }), drafts.mark());

  expect(store.get().draft.text).toBe('new');
});

const carryings = [
  { name: 'into an empty draft', draft: null, text: 'Why?' },
  { name: 'beside a draft that is there', draft: 'Because.', text: 'Because.\n\nWhy?' },
  { name: 'only once', draft: 'Why? Really?', text: 'Why? Really?' },
];
for (const { name, draft, text } of carryings) {
  test(`text that was not sent goes along to the next revision ${name}`, () => {
    const { store, drafts } = open();
    drafts.adopt(review(), drafts.mark());
    drafts.carry('Why?');

    const kept = draft === null ? null : { text: draft, savedAt: '2026-01-01T12:00:00.000Z' };
    drafts.adopt(review({ id: 'r2', revision: 2, draft: kept }), drafts.mark());

    expect(store.get().draft).toMatchObject({ reviewId: 'r2', text });
  });
}
