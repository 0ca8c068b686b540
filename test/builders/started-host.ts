import { vi } from 'vitest';
import type { Logger } from '../../src/core/index.ts';
import type { ReviewHostOptions } from '../../src/review/index.ts';
import { type Desk, openDesk, planA, type TestAgent, type TestAgentOptions, testAgent } from './review-host.ts';

/** A desk whose clock runs, with one plan of an agent that waits; failed deliveries are tried again soon. */
export async function openLive(options: Partial<ReviewHostOptions> = {}): Promise<Desk & { readonly id: string }> {
  const desk = await openDesk({ now: () => new Date(), retryMs: 5, ...options });
  await desk.write('plans/export-csv.md', planA);
  const { id } = await desk.submitForAgent();
  return { ...desk, id };
}

/** The same with the agent attached and the host started. */
export async function openStarted(
  agentOptions: TestAgentOptions = {},
  hostOptions: Partial<ReviewHostOptions> = {},
): Promise<Desk & { readonly id: string; readonly agent: TestAgent }> {
  const desk = await openLive(hostOptions);
  const agent = testAgent(desk.storage, agentOptions);
  desk.host.attach(agent);
  await desk.host.start();
  return { ...desk, agent };
}

/** A logger that keeps what it is told, each call as one line. */
export function collectLogs(): Logger & { readonly lines: string[] } {
  const lines: string[] = [];
  const note = (message: string, fields?: object): void => {
    lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  return { lines, debug: note, info: note, warn: note, error: note };
}

/** Waits until an expectation holds: up to ten seconds, for machines that are busy. */
export function eventually(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 10_000, interval: 10 });
}
