import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, moment } from './columns';

/**
 * The Idempotency-Keys of requests that created a payment or a refund, written in the same
 * transaction. The first response is rebuilt from these rows. There is no foreign key, because
 * checking it would cost more than writing the row.
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
