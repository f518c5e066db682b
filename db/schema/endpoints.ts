import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { merchant } from './accounts';
import { moment } from './columns';
import { appUser } from './people';

/**
 * A URL that events of a merchant were sent to. Those who write deliveries hold its row (`for key
 * share`), and those who pause or resume it lock it, so that each of them sees what the other wrote.
 */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    /** Made of the merchant and the URL: lib/webhooks/endpoint-id.ts. */
    id: text('id').primaryKey(),
    merchantId: text('merchant_id')
      .notNull()
      .references(() => merchant.id),
    url: text('url').notNull(),
    /** host:port of the URL. */
    host: text('host').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Its deliveries wait since then; null while they are sent. */
    pausedAt: moment('paused_at'),
    /** Null also for the operator. */
    pausedBy: text('paused_by').references(() => appUser.id),
  },
  (t) => [
    index('webhook_endpoint_merchant').on(t.merchantId, t.createdAt.desc().nullsFirst(), t.id),
    index('webhook_endpoint_paused').on(t.merchantId).where(sql`${t.pausedAt} is not null`),
  ],
);
