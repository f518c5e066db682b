import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { merchant } from './accounts';
import { idOf, moment } from './columns';
import { appUser } from './people';

/**
 * A URL that events of a merchant were sent to. Transactions that write deliveries share-lock its
 * row (`for key share`), and transactions that pause or resume it lock it exclusively, so that each
 * sees what the other wrote.
 */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    /** The id is derived from the merchant and the URL: lib/webhooks/endpoint-id.ts. */
    id: text('id').primaryKey(),
    merchantId: idOf('merchant_id', () => merchant.id),
    url: text('url').notNull(),
    /** host:port of the URL. */
    host: text('host').notNull(),
    createdAt: moment('created_at').notNull(),
    /**
     * The start of the pause, since which the endpoint's deliveries wait; null while they are sent.
     */
    pausedAt: moment('paused_at'),
    /** The user who paused the endpoint; also null if the operator paused it. */
    pausedBy: text('paused_by').references(() => appUser.id),
  },
  (t) => [
    index('webhook_endpoint_merchant').on(t.merchantId, t.createdAt.desc().nullsFirst(), t.id),
    index('webhook_endpoint_paused').on(t.merchantId).where(sql`${t.pausedAt} is not null`),
  ],
);

/**
 * The state of each host with endpoints of a merchant, and its breaker. Merchants with endpoints on
 * the same host have a row each, so that one's failures do not stop the other's webhooks.
 */
export const webhookHost = pgTable(
  'webhook_host',
  {
    merchantId: idOf('merchant_id', () => merchant.id),
    host: text('host').notNull(),
    failures: integer('failures').notNull().default(0),
    openUntil: moment('open_until'),
    lastSuccessAt: moment('last_success_at'),
    /** The last attempt that the host did not accept since that success; null without one. */
    lastFailureAt: moment('last_failure_at'),
  },
  (t) => [primaryKey({ columns: [t.merchantId, t.host] })],
);

/**
 * Ended attempts of a key to a host in each quarter of an hour, for totals without counting. Written
 * with the ends of attempts, while the row of their host is locked. Without foreign key, whose check
 * would cost more than the row.
 */
export const webhookCount = pgTable(
  'webhook_count',
  {
    apiKeyId: text('api_key_id').notNull(),
    /** Start of the quarter of an hour, UTC. */
    quarter: moment('quarter').notNull(),
    host: text('host').notNull(),
    /** Attempts with a 2xx answer. */
    accepted: integer('accepted').notNull(),
    failed: integer('failed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.quarter, t.host] })],
);
