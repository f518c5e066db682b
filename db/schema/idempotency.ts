import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns';

/**
 * The Idempotency-Keys of creates, written in the same transaction as the payment or refund. The
 * first response is rebuilt from these rows. A foreign key would cost more to check than the row
 * costs to write.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    /** SHA-256 of API key, route and Idempotency-Key. */
    hash: bytes('hash').primaryKey(),
    /** SHA-256 of the canonical JSON of the body. */
    bodyHash: bytes('body_hash').notNull(),
    paymentId: text('payment_id').notNull(),
    /** The refund that the request created; null if the request created the payment. */
    refundId: text('refund_id'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('idempotency_created').on(t.createdAt)],
);
