import type { Order, OrderLine } from './order.ts';

/**
 * Reads the shop's dump.
 *
 * @throws {Error} with the index of the first order that is not one.
 */
export function readOrders(json: string): readonly Order[] {
  const dump: unknown = JSON.parse(json);
  if (!Array.isArray(dump)) throw new Error('The dump is not a list of orders.');
  return dump.map((value, index) => {
    if (!isOrder(value)) throw new Error(`Order ${index} of the dump is not an order.`);
    return value;
  });
}

function isOrder(value: unknown): value is Order {
  if (typeof value !== 'object' || value === null) return false;
  const order = value as Record<string, unknown>;
  const hasTexts = ['id', 'placedAt', 'customer', 'currency', 'status'].every((name) => typeof order[name] === 'string');
  return hasTexts && !Number.isNaN(Date.parse(String(order.placedAt))) && Array.isArray(order.lines) && order.lines.every(isLine);
}

function isLine(value: unknown): value is OrderLine {
  if (typeof value !== 'object' || value === null) return false;
  const line = value as Record<string, unknown>;
  return typeof line.sku === 'string' && Number.isInteger(line.quantity) && Number.isInteger(line.cents);
}
