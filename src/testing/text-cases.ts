import assert from 'node:assert/strict';
import type { Change, Message } from '../core/index.ts';
import { verifyChain } from '../storage/index.ts';
import {
  buildCall,
  buildDecision,
  buildDelivery,
  buildDraft,
  buildPlan,
  buildReview,
  buildRun,
  buildSource,
} from './build-records.ts';
import { commitEach, type StorageCase } from './storage-case.ts';

/** Strings that one database or another does not keep. */
const oddTexts: readonly string[] = [
  'NUL \0 inside',
  '\0',
  'lone \ud800 surrogate',
  '\udc00',
  'backslash and v: \\v \\u0000',
  'family 👨‍👩‍👧‍👦 and flag 🏳️‍🌈',
  'four bytes: 𠮷野家',
  '\ufeffBOM at the start',
  'CRLF\r\nand CR\rand LF\n',
  '"quoted"',
  "it's; DROP TABLE runs; --",
  'ΑΩ \u2028 \u2029 \u007f \u0085',
  'e\u0301 is not \u00e9',
  '',
];
const oddText = oddTexts.join('|');

/** A storage keeps every string exactly, wherever it stands. */
export const textCases: readonly StorageCase[] = [
  {
    name: 'odd characters in what people and models write come back unchanged',
    async run(storage) {
      const message: Message = { role: 'user', content: oddText };
      const call = buildCall({ args: { [oddText]: oddText }, toolName: oddText });
      const review = buildReview({ path: oddText, title: oddText });
      const decision = buildDecision({
        decision: { action: 'rejected', feedback: oddText },
        by: { name: oddText, assurance: 'local', surface: 'page' },
      });
      const draft = buildDraft({ text: oddText });
      const run = buildRun({ error: oddText, options: { instructions: oddText } });
      const chain = { planId: 'plan-1' } as const;
      await storage.commit([
        { type: 'run-created', run },
        { type: 'messages-appended', runId: 'run-1', threadId: null, origin: 'input', step: 0, messages: [message] },
        { type: 'call-created', call },
        { type: 'review-created', review },
        { type: 'decision-recorded', ...chain, decision },
        { type: 'draft-saved', ...chain, draft },
      ]);

      assert.deepEqual(await storage.getRun('run-1'), run);
      assert.deepEqual((await storage.getMessages('run-1'))[0]?.messages, [message]);
      assert.deepEqual(await storage.getCalls('run-1'), [call]);
      assert.deepEqual((await storage.listReviews({ status: ['waiting'] })).items, [review]);
      assert.deepEqual(await storage.listDecisions('review-1'), [decision]);
      assert.deepEqual(await storage.listDrafts('review-1'), [draft]);
      assert.deepEqual(verifyChain(await storage.listEvents('plan-1')), null);
    },
  },
  {
    name: 'the bytes of a plan come back unchanged, whatever they are',
    async run(storage) {
      const odd = oddTexts.map((text) => buildPlan(text.toWellFormed()));

      await storage.commit(odd.map((plan): Change => ({ type: 'plan-stored', ...plan })));

      for (const { planSha256, bytes } of odd) {
        assert.deepEqual(new Uint8Array((await storage.getPlan(planSha256)) ?? []), bytes);
      }
    },
  },
  {
    name: 'ids of odd characters are told apart and found again, in lists and in the record too',
    async run(storage) {
      await commitEach(
        storage,
        oddTexts.map((id) => createAll(id)),
      );

      for (const id of oddTexts) {
        assert.equal((await storage.getRun(id))?.id, id);
        assert.deepEqual(
          (await storage.getCalls([id])).map(({ runId, toolCallId }) => [runId, toolCallId]),
          [[id, id]],
        );
        assert.equal((await storage.listRuns({ agentId: id, threadId: id, resourceId: id })).items[0]?.id, id);
        assert.equal(
          (await storage.listReviews({ runId: id, toolCallId: id, agentId: id, planId: `plan ${id}` })).items[0]?.id,
          id,
        );
        assert.equal((await storage.listDecisions([id]))[0]?.id, id);
        assert.equal((await storage.listDeliveries({ reviewId: [id], agentId: id })).items[0]?.id, id);
        assert.equal((await storage.getDraft(id, id))?.reviewer, id);
        assert.equal(verifyChain(await storage.listEvents(id)), null);
        assert.equal((await storage.listEvents(id)).length, 1);
      }
      assert.equal((await storage.listRuns({ perPage: 3 })).total, oddTexts.length);
    },
  },
];

function createAll(id: string): readonly Change[] {
  const planId = `plan ${id}`;
  const source = buildSource({ runId: id, toolCallId: id, agentId: id });
  return [
    { type: 'run-created', run: buildRun({ id, agentId: id, threadId: id, resourceId: id }) },
    { type: 'call-created', call: buildCall({ runId: id, toolCallId: id }) },
    { type: 'review-created', review: buildReview({ id, planId, source }) },
    { type: 'decision-recorded', planId, decision: buildDecision({ id, reviewId: id }) },
    { type: 'delivery-created', planId, delivery: buildDelivery({ id, reviewId: id, agentId: id }) },
    { type: 'draft-saved', planId, draft: buildDraft({ reviewId: id, reviewer: id }) },
  ];
}
