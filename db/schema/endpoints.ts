import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { EventType } from '@/lib/domain/event-types';
import type { Network } from '@/lib/domain/network';
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
    name: text('name'),
    /**
     * The types of event that the endpoint gets for all payments of the merchant. Null for an
     * endpoint that gets only events of payments with its URL, of the types that their API key
     * chose.
     */
    events: text('events').array().$type<EventType[]>(),
    /** The network of the payments whose events the endpoint gets; null for every network. */
    network: text('network').$type<Network>(),
    /**
     * The start of the pause, since which the endpoint's deliveries wait; null while they are sent.
     */
    pausedAt: moment('paused_at'),
    /** The user who paused the endpoint; also null if the operator paused it. */
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
    /** The last attempt since that success that failed; null without one. */
    lastFailureAt: moment('last_failure_at'),
  },
  (t) => [primaryKey({ columns: [t.merchantId, t.host] })],
);

/**
 * The last attempts of an endpoint. Written when attempts end, while the row of their host is
 * locked. The endpoint's own row is locked by transactions that write events, so this is another
 * table.
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
    /** Attempts in a row with the result of the last one: accepted or failed. */
    inARow: integer('in_a_row').notNull().default(0),
    /** Attempts in a row with the status and the cause of the last one. */
    sameInARow: integer('same_in_a_row').notNull().default(0),
    /** When the last attempt ended; null without one, and after the endpoint was resumed. */
    lastAt: moment('last_at'),
    lastMs: integer('last_ms'),
    lastStatus: smallint('last_status'),
    lastErrorCode: text('last_error_code'),
    /** The cause of the last failure with a remedy; null after an accepted attempt. */
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
 * The number of an endpoint's attempts that ended in each quarter of an hour, so that totals need
 * no counting. Written when attempts end, while the row of their host is locked. The check of a
 * foreign key would cost more than the row.
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
