import type { Order } from './order.ts';

/**
 * The orders placed on this day (UTC) or later.
 *
 * @param since - `YYYY-MM-DD`.
 * @throws {Error} it is no day of the calendar.
 */
export function selectSince(orders: readonly Order[], since: string): readonly Order[] {
  const start = readDay(since);
  return orders.filter(({ placedAt }) => Date.parse(placedAt) >= start);
}

function readDay(text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`);
  // The round trip refuses the 30th of February, which Date would read as the 2nd of March.
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isDay) throw new Error(`--since ${text} is no day. Write it as 2026-02-01.`);
  return time;
}
