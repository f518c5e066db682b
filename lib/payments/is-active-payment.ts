import { sql } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';

/**
 * Whether a payment is pending or detected. After a reorg or a late output, two payments to one
 * address may be active. PostgreSQL uses the partial index of each status only if the query also
 * has a condition on the network, with which these indexes begin.
 */
export const isActivePayment = sql<boolean>`(
  ${payment.status} = 'pending' or ${payment.status} = 'detected')`;
