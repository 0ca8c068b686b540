import { formatCents, type Order, totalCents } from './order.ts';

const columns = ['id', 'placed_at', 'customer', 'status', 'items', 'total', 'currency'];

/** One line an order, after a line that names the columns. */
export function formatCsv(orders: readonly Order[]): string {
  const rows = orders.map((order) => [
    order.id,
    order.placedAt,
    order.customer,
    order.status,
    String(order.lines.reduce((sum, line) => sum + line.quantity, 0)),
    formatCents(totalCents(order)),
    order.currency,
  ]);
  return `${[columns, ...rows].map((row) => row.map(quote).join(',')).join('\n')}\n`;
}

function quote(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
