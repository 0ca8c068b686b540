import { formatCents, type Order, totalCents } from './order.ts';

/** One JSON object a line and order; amounts are texts with two decimals, so that no reader rounds them. */
export function formatJsonl(orders: readonly Order[]): string {
  return orders.map((order) => `${JSON.stringify(toRecord(order))}\n`).join('');
}

function toRecord(order: Order): object {
  return {
    id: order.id,
    placed_at: order.placedAt,
    customer: order.customer,
    status: order.status,
    total: formatCents(totalCents(order)),
    currency: order.currency,
    lines: order.lines.map(({ sku, quantity, cents }) => ({ sku, quantity, price: formatCents(cents) })),
  };
}
