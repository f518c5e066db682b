import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { EventType } from '@/lib/domain/event-types';
import type { Network } from '@/lib/domain/network';
import { merchant } from './accounts';
import { idOf, moment } from './columns';
import { appUser } from './people';

/**
 * A URL to which a merchant's events were sent. A transaction that writes deliveries locks the
 * endpoint's row in shared mode (`for key share`). A transaction that pauses or resumes the
 * endpoint locks the row exclusively, so that each transaction sees what the other wrote.
 */
export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    /** Derived from the merchant and the URL (lib/webhooks/endpoint-id.ts). */
    id: text('id').primaryKey(),
    merchantId: idOf('merchant_id', () => merchant.id),
    url: text('url').notNull(),
    /** host:port of the URL. */
    host: text('host').notNull(),
    createdAt: moment('created_at').notNull(),
    name: text('name'),
    /**
     * The types of event that the endpoint gets for all payments of the merchant. If null, the
     * endpoint gets only events of payments with its URL, and the settings of their API key
     * determine the types.
     */
    events: text('events').array().$type<EventType[]>(),
    /** The network of the payments whose events the endpoint gets; null for all networks. */
    network: text('network').$type<Network>(),
    /** Null while the endpoint is not paused. Its deliveries wait during the pause. */
    pausedAt: moment('paused_at'),
    /** The user who paused the endpoint; null if it is not paused, or if the operator paused it. */
    pausedBy: text('paused_by').references(() => appUser.id),
    /** Whether the server paused the endpoint, after ten days in which every attempt failed. */
    switchedOff: boolean('switched_off').notNull().default(false),
  },
  (t) => [
    index('webhook_endpoint_merchant').on(t.merchantId, t.createdAt.desc().nullsFirst(), t.id),
    index('webhook_endpoint_made').on(t.merchantId).where(sql`${t.events} is not null`),
    index('webhook_endpoint_paused').on(t.merchantId).where(sql`${t.pausedAt} is not null`),
  ],
);

/**
 * The state of a host to which a merchant's webhooks are sent, with its circuit breaker. Merchants
 * with endpoints on the same host have separate rows, so that one merchant's failures do not stop
 * another's webhooks.
 */
export const webhookHost = pgTable(
  'webhook_host',
  {
    merchantId: idOf('merchant_id', () => merchant.id),
    host: text('host').notNull(),
    failures: integer('failures').notNull().default(0),
    openUntil: moment('open_until'),
    lastSuccessAt: moment('last_success_at'),
    /** When an attempt last failed after `lastSuccessAt`; null if none has failed since. */
    lastFailureAt: moment('last_failure_at'),
  },
  (t) => [primaryKey({ columns: [t.merchantId, t.host] })],
);

/**
 * The results of an endpoint's last attempts. They have their own table, because transactions that
 * write events lock the endpoint's row.
 */
export const webhookEndpointStanding = pgTable(
  'webhook_endpoint_standing',
  {
    endpointId: text('endpoint_id')
      .primaryKey()
      .references(() => webhookEndpoint.id),
    merchantId: text('merchant_id').notNull(),
    /** The first failed attempt since the last accepted one; null unless the last attempt failed. */
    failingSince: moment('failing_since'),
    /** Number of consecutive attempts with the same result as the last one: accepted or failed. */
    inARow: integer('in_a_row').notNull().default(0),
    /** Number of consecutive attempts with the same status and the same cause as the last one. */
    sameInARow: integer('same_in_a_row').notNull().default(0),
    /** End of the last attempt; null before the first one, and after the endpoint was resumed. */
    lastAt: moment('last_at'),
    lastMs: integer('last_ms'),
    lastStatus: smallint('last_status'),
    lastErrorCode: text('last_error_code'),
    /** The cause of the last failed attempt, and a remedy; null after an accepted attempt. */
    lastError: text('last_error'),
    lastSuccessAt: moment('last_success_at'),
    lastFailureAt: moment('last_failure_at'),
  },
  (t) => [
    index('webhook_endpoint_failing')
      .on(t.merchantId, t.failingSince)
      .where(sql`${t.failingSince} is not null`),
  ],
);

/**
 * Attempts per endpoint and quarter of an hour, so that totals need no counting. There is no
 * foreign key, because checking it would cost more than writing the row.
 */
export const webhookCount = pgTable(
  'webhook_count',
  {
    endpointId: text('endpoint_id').notNull(),
    /** Start of the quarter of an hour, UTC. */
    quarter: moment('quarter').notNull(),
    /** Attempts with a 2xx response. */
    accepted: integer('accepted').notNull(),
    failed: integer('failed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpointId, t.quarter] })],
);
