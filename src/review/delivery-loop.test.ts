import { describe, expect, test, vi } from 'vitest';
import { bindStorage, min, openDesk, planA, testAgent } from '../../test/builders/review-host.ts';
import { collectLogs, eventually, openLive, openStarted } from '../../test/builders/started-host.ts';
import { type DeliveredLeg, type Storage, StorageUnavailableError } from '../core/index.ts';

const path = 'plans/export-csv.md';
const approved = { action: 'approved' } as const;

/** Lets go of what waits for it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

describe('a started host', () => {
  test('has delivered a decision without a hold when decide settles', async () => {
    const { host, id, agent } = await openStarted();

    const summary = await host.decide(id, approved, { by: min });

    expect(summary.delivery).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(agent.answers).toEqual(['approved']);
  });

  test('delivers a held decision when its hold is over, and not before', async () => {
    const { host, id, agent } = await openStarted();
    const { undoUntil } = await host.decide(id, approved, { by: min, holdMs: 400 });
    expect(agent.answers).toEqual([]);

    await eventually(async () => expect((await host.get(id)).delivery?.status).toBe('delivered'));

    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(undoUntil ?? ''));
    expect(agent.answers).toEqual(['approved']);
  });

  test('never delivers a decision that was undone', async () => {
    const { host, id, agent } = await openStarted();
    await host.decide(id, approved, { by: min, holdMs: 5_000 });
    await host.undo(id);
    const decided = await host.decide(id, { action: 'rejected' }, { by: min, holdMs: 80 });

    await eventually(() => expect(agent.answers).toEqual(['rejected']));

    expect(decided.decision?.decision.action).toBe('rejected');
  });

  test('delivers what another host decided', async () => {
    const { id, agent, openHost } = await openStarted();

    await openHost().decide(id, approved, { by: min });

    await eventually(() => expect(agent.answers).toEqual(['approved']));
  });

  test('leaves the decisions of other agents alone', async () => {
    const { host, submitForAgent, agent } = await openStarted();
    const other = await submitForAgent({ runId: 'run-2', agentId: 'coder' });

    const summary = await host.decide(other.id, approved, { by: min });

    expect(summary.delivery?.status).toBe('pending');
    expect(agent.calls.deliver).toBe(0);
  });

  test('delivers at once to an agent that is attached later, after a recovery', async () => {
    const { host, id, storage } = await openLive();
    await host.start();
    await host.decide(id, approved, { by: min });
    const agent = testAgent(storage);

    host.attach(agent);

    await eventually(() => expect(agent.answers).toEqual(['approved']));
    expect(agent.calls.recover).toBe(1);
  });

  test('delivers nothing to an agent that was detached', async () => {
    const { host, id, storage } = await openLive();
    const agent = testAgent(storage);
    host.attach(agent)();
    await host.start();

    await host.decide(id, approved, { by: min });

    expect(agent.calls).toEqual({ deliver: 0, recover: 0 });
  });

  test('refuses a second agent of one id', async () => {
    const { host, storage } = await openStarted();

    expect(() => host.attach(testAgent(storage))).toThrow('An agent "planner" is attached to this host already');
  });

  test('tells its program of each delivery', async () => {
    const told: string[] = [];
    const onDelivered = (leg: DeliveredLeg, due: { review: { id: string } }): void => {
      told.push(`${leg.runId} ${due.review.id}`);
    };
    const { host, id } = await openStarted({}, { onDelivered });

    await host.decide(id, approved, { by: min });

    expect(told).toEqual([`run-1 ${id}`]);
  });

  test('a listener that throws disturbs no delivery', async () => {
    const logger = collectLogs();
    const onDelivered = (): never => {
      throw new Error('listener broke');
    };
    const { host, id } = await openStarted({}, { onDelivered, logger });

    const summary = await host.decide(id, approved, { by: min });

    expect(summary.delivery?.status).toBe('delivered');
    expect(logger.lines.join('\n')).toContain('listener broke');
  });

  test('closes reviews whose time is over although nobody looks', async () => {
    const desk = await openDesk({ now: () => new Date() });
    await desk.write(path, planA);
    await desk.submitForAgent({ expiresAt: new Date(Date.now() + 60).toISOString() });

    await desk.host.start();

    await eventually(async () => {
      const { items } = await desk.storage.listReviews();
      expect(items[0]).toMatchObject({ status: 'closed', closedReason: 'expired' });
    });
  });
});

describe('starting', () => {
  test('recovers first and then delivers what came due while nobody was there', async () => {
    const desk = await openLive();
    await desk.host.decide(desk.id, approved, { by: min });
    const order: string[] = [];
    const agent = testAgent(desk.storage, {
      recover: async () => {
        order.push('recover');
        return [];
      },
      beforeDeliver: () => {
        order.push('deliver');
      },
    });
    const host = desk.openHost();
    host.attach(agent);

    await host.start();

    expect(order).toEqual(['recover', 'deliver']);
    expect(agent.answers).toEqual(['approved']);
  });

  test('goes on after a recovery that failed, and tells of it', async () => {
    const logger = collectLogs();
    const desk = await openLive({ logger });
    await desk.host.decide(desk.id, approved, { by: min });
    const agent = testAgent(desk.storage, { recover: () => Promise.reject(new Error('cannot recover')) });
    desk.host.attach(agent);

    await desk.host.start();

    expect(agent.answers).toEqual(['approved']);
    expect(logger.lines.join('\n')).toContain('cannot recover');
  });

  test('twice is starting once', async () => {
    const { host, agent } = await openStarted();

    await Promise.all([host.start(), host.start()]);

    expect(agent.calls.recover).toBe(1);
  });

  test('fails when the storage does, and may be tried again', async () => {
    const desk = await openLive();
    let isBroken = true;
    const storage: Storage = {
      ...bindStorage(desk.storage),
      listDeliveries: (filter) =>
        isBroken
          ? Promise.reject(
              new StorageUnavailableError({ file: 'x.db', reason: 'the disk is full', advice: 'Make room.' }),
            )
          : desk.storage.listDeliveries(filter),
    };
    const agent = testAgent(desk.storage);
    const host = desk.openHost({ storage });
    host.attach(agent);

    await expect(host.start()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    isBroken = false;
    await host.start();
    await host.decide(desk.id, approved, { by: min });

    expect(agent.answers).toEqual(['approved']);
  });

  test('again after a stop delivers again', async () => {
    const { host, id, agent } = await openStarted();
    await host.stop();
    const summary = await host.decide(id, approved, { by: min });
    expect(summary.delivery?.status).toBe('pending');

    await host.start();

    expect(agent.answers).toEqual(['approved']);
  });
});

describe('stopping', () => {
  test('waits for a delivery under way, and begins no other', async () => {
    const { opened, open } = gate();
    const { host, id, agent, submitForAgent } = await openStarted({ beforeDeliver: () => opened });
    const other = await submitForAgent({ runId: 'run-2' });
    const deciding = host.decide(id, approved, { by: min });
    await eventually(() => expect(agent.calls.deliver).toBe(1));

    const stopping = host.stop();
    await host.decide(other.id, approved, { by: min });
    open();
    await stopping;

    expect(agent.answers).toEqual(['approved']);
    expect((await deciding).delivery?.status).toBe('delivered');
    expect((await host.get(other.id)).delivery?.status).toBe('pending');
  });

  test('does not wait for the legs that go on; waitForLegs does', async () => {
    const leg = Promise.withResolvers<{ status: 'success' }>();
    const { host, id } = await openStarted({ settled: leg.promise });
    await host.decide(id, approved, { by: min });
    let hasEnded = false;

    await host.stop();
    const waiting = host.waitForLegs().then(() => {
      hasEnded = true;
    });
    expect(hasEnded).toBe(false);
    leg.resolve({ status: 'success' });
    await waiting;

    expect(hasEnded).toBe(true);
  });

  test('waits also for a recovery; its legs are waited for by waitForLegs', async () => {
    const leg = Promise.withResolvers<{ status: 'suspended' }>();
    const desk = await openLive();
    const recover = async (): Promise<readonly DeliveredLeg[]> => [{ runId: 'run-9', settled: leg.promise }];
    desk.host.attach(testAgent(desk.storage, { recover }));
    await desk.host.start();
    const waiting = desk.host.waitForLegs();

    await desk.host.stop();
    leg.resolve({ status: 'suspended' });

    await expect(waiting).resolves.toBeUndefined();
  });

  test('before a start, and twice, is allowed', async () => {
    const { host } = await openLive();

    await host.stop();
    await Promise.all([host.stop(), host.stop()]);

    await expect(host.waitForLegs()).resolves.toBeUndefined();
  });

  test('is what a closed storage does to the loop', async () => {
    const logger = collectLogs();
    const { host, storage } = await openStarted({}, { pollMs: 5, logger });
    const looks = [vi.spyOn(storage, 'listDeliveries'), vi.spyOn(storage, 'listReviews')];
    await storage.close();
    await eventually(() => expect(looks.some((look) => look.mock.calls.length > 0)).toBe(true));
    await host.stop();

    expect(logger.lines).toEqual([]);
  });
});

describe('two hosts on one storage', () => {
  test('deliver each decision once', async () => {
    const desk = await openLive();
    const reviews = [desk.id];
    for (let number = 2; number <= 40; number += 1) {
      reviews.push((await desk.submitForAgent({ runId: `run-${number}` })).id);
    }
    const hosts = [desk.host, desk.openHost()];
    const agents = hosts.map((host) => {
      const agent = testAgent(desk.storage);
      host.attach(agent);
      return agent;
    });
    const decider = desk.openHost();
    for (const id of reviews) await decider.decide(id, approved, { by: min });

    await Promise.all(hosts.map((host) => host.start()));

    await eventually(async () =>
      expect((await desk.storage.listDeliveries({ status: ['delivered'] })).total).toBe(reviews.length),
    );
    expect(agents.flatMap(({ answers }) => answers)).toHaveLength(reviews.length);
  });

  test('a delivery is attempted by one loop at a time in a process', async () => {
    const { opened, open } = gate();
    let now = 0;
    let most = 0;
    const { host, id, agent } = await openStarted({
      beforeDeliver: async () => {
        now += 1;
        most = Math.max(most, now);
        await opened;
        now -= 1;
      },
    });
    const deciding = host.decide(id, approved, { by: min });
    await eventually(() => expect(agent.calls.deliver).toBe(1));

    await host.saveDraft(id, { reviewer: 'min', text: 'x' }).catch(() => null);
    const again = host.start();
    open();
    await Promise.all([deciding, again]);

    expect(most).toBe(1);
    expect(agent.answers).toEqual(['approved']);
  });
});
