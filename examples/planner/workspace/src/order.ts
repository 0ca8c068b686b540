/** What was bought, how often, and what one costs in cents of the order's currency. */
export interface OrderLine {
  readonly sku: string;
  readonly quantity: number;
  readonly cents: number;
}

export interface Order {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly placedAt: string;
  readonly customer: string;
  readonly currency: string;
  readonly status: string;
  readonly lines: readonly OrderLine[];
}

/** What the whole order costs, in cents. */
export function totalCents(order: Order): number {
  return order.lines.reduce((sum, line) => sum + line.quantity * line.cents, 0);
}

/** 4990 is `49.90`. */
export function formatCents(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;
}
