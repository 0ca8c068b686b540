import { readFileSync } from 'node:fs';
import type { Order } from '../src/order.ts';
import { readOrders } from '../src/read-orders.ts';

/** The orders of the sample dump. */
export const orders: readonly Order[] = readOrders(
  readFileSync(new URL('../data/orders.json', import.meta.url), 'utf8'),
);
