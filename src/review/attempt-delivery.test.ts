import { describe, expect, test } from 'vitest';
import { bindStorage, min, planB, type TestAgentOptions, testAgent } from '../../test/builders/review-host.ts';
import { collectLogs, eventually, openStarted } from '../../test/builders/started-host.ts';
import {
  ClaimLostError,
  InvalidResumeDataError,
  PlanChangedError,
  RunNotSuspendedError,
  type Storage,
  StorageUnavailableError,
  ToolNotFoundError,
} from '../core/index.ts';
import { memoryStorage } from '../storage/index.ts';

const path = 'plans/export-csv.md';
const approved = { action: 'approved' } as const;

describe('a delivery that does not work', () => {
  test('is recorded with its reason and tried again', async () => {
    let failures = 2;
    const { host, id, agent, storage } = await openStarted({
      beforeDeliver: () => {
        if (failures === 0) return;
        failures -= 1;
        throw new ToolNotFoundError({ toolName: 'submit_plan', runId: 'run-1' });
      },
    });

    const summary = await host.decide(id, approved, { by: min });
    expect(summary.delivery).toMatchObject({
      status: 'pending',
      attempts: 1,
      reason: expect.stringMatching(/^TOOL_NOT_FOUND: /),
    });
    await eventually(() => expect(agent.answers).toEqual(['approved']));

    expect((await storage.listDeliveries({ reviewId: id })).items).toMatchObject([
      { status: 'delivered', attempts: 3, reason: null },
    ]);
  });

  test('because somebody else makes it is no failure', async () => {
    const logger = collectLogs();
    const beforeDeliver: TestAgentOptions['beforeDeliver'] = async (due) => {
      await testAgent(storage).deliver(due);
      throw new ClaimLostError({ runId: 'run-1' });
    };
    const { host, id, storage, agent } = await openStarted({ beforeDeliver }, { logger });

    const summary = await host.decide(id, approved, { by: min });

    expect(summary.delivery).toMatchObject({ status: 'delivered', attempts: 1, reason: null });
    expect(agent.calls.deliver).toBe(1);
    expect(logger.lines).toEqual([]);
  });

  test('because the run is at work on something else waits for it, without a mark', async () => {
    let isBusy = true;
    const { host, id, agent } = await openStarted({
      beforeDeliver: () => {
        if (isBusy) throw new RunNotSuspendedError({ runId: 'run-1', status: 'running' });
      },
    });

    const summary = await host.decide(id, approved, { by: min });
    await eventually(() => expect(agent.calls.deliver).toBeGreaterThan(2));
    isBusy = false;
    await eventually(() => expect(agent.answers).toEqual(['approved']));

    expect(summary.delivery).toMatchObject({ status: 'pending', attempts: 0, reason: null });
  });

  test('because the run has ended is refused for good', async () => {
    const { host, id, storage, agent } = await openStarted();
    await storage.commit([
      { type: 'run-updated', runId: 'run-1', expect: {}, set: { status: 'aborted', suspendedAt: null } },
    ]);

    const summary = await host.decide(id, { action: 'rejected' }, { by: min });

    expect(summary.delivery).toMatchObject({ status: 'refused', reason: expect.stringContaining('is aborted') });
    expect(agent.calls.deliver).toBe(1);
  });

  test('because the answer does not fit the tool is refused, so that it can be undone', async () => {
    const { host, id } = await openStarted({
      beforeDeliver: () => {
        throw new InvalidResumeDataError({
          toolName: 'submit_plan',
          issues: [{ path: 'feedback', message: 'needed' }],
        });
      },
    });

    const summary = await host.decide(id, approved, { by: min });

    expect(summary.delivery).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(/^INVALID_RESUME_DATA: /),
    });
    expect((await host.undo(id)).review.status).toBe('waiting');
  });

  test('because the plan changed is refused; the agent is not even asked', async () => {
    const { host, id, agent, write } = await openStarted();
    await host.decide(id, approved, { by: min, holdMs: 400 });
    await write(path, planB);

    await eventually(async () => expect((await host.get(id)).delivery?.status).toBe('refused'));

    expect(agent.calls.deliver).toBe(0);
    expect((await host.get(id)).delivery?.reason).toMatch(/^PLAN_CHANGED: /);
  });

  test.each([true, false])(
    'because the agent sees a change of its own is refused, whether or not it says so itself: %s',
    async (marksItself) => {
      const storage = memoryStorage();
      const { host, id, agent } = await openStarted(
        {
          beforeDeliver: async ({ review, delivery }) => {
            const { planId } = review;
            const set = { status: 'refused' as const, reason: 'PLAN_CHANGED: by the agent', attempts: 1 };
            if (marksItself) {
              const deliveryId = delivery.id;
              await storage.commit([{ type: 'delivery-updated', planId, deliveryId, expect: ['pending'], set }]);
            }
            throw new PlanChangedError({ path, reviewedSha256: 'a'.repeat(64), foundSha256: null });
          },
        },
        { storage },
      );

      const summary = await host.decide(id, approved, { by: min });

      expect(summary.delivery).toMatchObject({ status: 'refused', attempts: 1 });
      expect(summary.delivery?.reason).toMatch(/^PLAN_CHANGED: /);
      expect(agent.calls.deliver).toBe(1);
    },
  );

  test('because the storage is away for a moment is tried again', async () => {
    const memory = memoryStorage();
    const disk = { isAway: false };
    const away = (): Promise<never> =>
      Promise.reject(new StorageUnavailableError({ file: 'x.db', reason: 'it is locked', advice: 'Wait.' }));
    const storage: Storage = {
      ...bindStorage(memory),
      getReview: (id) => (disk.isAway ? away() : memory.getReview(id)),
      listDeliveries: (filter) => (disk.isAway ? away() : memory.listDeliveries(filter)),
    };
    const logger = collectLogs();
    const { host, id, agent } = await openStarted({}, { storage, logger });
    await host.decide(id, approved, { by: min, holdMs: 300 });
    disk.isAway = true;
    await eventually(() => expect(logger.lines.join('\n')).toContain('it is locked'));
    expect(agent.answers).toEqual([]);

    disk.isAway = false;

    await eventually(() => expect(agent.answers).toEqual(['approved']));
  });
});
