import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { EventType } from '@/lib/domain/event-types';
import { apiKey, merchant } from './accounts';
import { moment, oneOf } from './columns';
import { payment } from './payments';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * How an event is sent whose body is in the dialect of another API. Such an event goes to one URL,
 * and /v1 does not list it.
 */
export interface EventDialect {
  /** The name by which the sender finds the function that makes the dialect's headers. */
  readonly name: string;
  /** The owner of the signing secrets. */
  readonly signer: string;
  /** Whether the delivery is given up after one failed attempt. */
  readonly isSentOnce: boolean;
}

/** An event of a payment, written in the transaction of the change. Its body never changes. */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payment.id),
    /** The type; in another dialect, a type of that dialect. */
    type: text('type').$type<EventType>().notNull(),
    /** How the event is sent if it is in another dialect; null for our own. */
    dialect: jsonb('dialect').$type<EventDialect>(),
    /** Position among the payment's events, from 1. */
    sequence: integer('sequence').notNull(),
    /** The event's transaction; null while the payment has received nothing. */
    txid: text('txid'),
    /** The exact bytes (UTF-8) that are signed and sent on every attempt. */
    body: text('body').notNull(),
    createdAt: moment('created_at').notNull(),
    /**
     * The key of the payment. A foreign key would cost more to check, and the payment already has
     * one.
     */
    apiKeyId: text('api_key_id').notNull(),
    /** Increases within a payment; across payments the order of commits can differ. */
    entry: bigserial('entry', { mode: 'number' }).notNull(),
    /**
     * Position in the key's list of events, from 1. Null until a list reaches the committed event,
     * so that no event ever appears before one that was already read. An event in another dialect
     * is never listed.
     */
    position: bigint('position', { mode: 'number' }),
  },
  (t) => [
    uniqueIndex('webhook_event_sequence').on(t.paymentId, t.sequence),
    uniqueIndex('webhook_event_listed').on(t.apiKeyId, t.position).where(sql`position is not null`),
    index('webhook_event_unlisted')
      .on(t.apiKeyId, t.entry)
      .where(sql`position is null and dialect is null`),
  ],
);

export const DELIVERY_STATUSES = ['pending', 'delivering', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
/** The sending of one event to one URL. */
export const delivery = pgTable(
  'delivery',
  {
    id: text('id').primaryKey(),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvent.id),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payment.id),
    apiKeyId: text('api_key_id')
      .notNull()
      .references(() => apiKey.id),
    /** The owner of the delivery's key, which never changes. */
    merchantId: text('merchant_id')
      .notNull()
      .references(() => merchant.id),
    /** The event's type, which may be one of another dialect. */
    eventType: text('event_type').notNull(),
    /** The event's sequence: earlier events of a payment get their first attempt first. */
    sequence: integer('sequence').notNull(),
    url: text('url').notNull(),
    /**
     * Whether the endpoint is paused, so there is no next attempt until somebody resumes the
     * endpoint.
     */
    held: boolean('held').notNull().default(false),
    /**
     * host:port of the URL. Together with the merchant, it identifies the breaker and the limit.
     */
    host: text('host').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull().default('pending'),
    /** Number of attempts of the delivery so far. */
    attempt: integer('attempt').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    /**
     * The earliest time of the next attempt, because of Retry-After, or because the host refuses
     * only this event.
     */
    notBefore: moment('not_before'),
    /**
     * While delivering: when the attempt in flight began. The attempt is recorded once it has
     * ended.
     */
    attemptStartedAt: moment('attempt_started_at'),
    /** Start of the delivery's retry schedule: creation, or the last manual resend. */
    startedAt: moment('started_at').notNull(),
    /**
     * Whether the delivery's failure needs no decision: since the last resend, a member marked it
     * as done, or the shop removed the webhook.
     */
    handled: boolean('handled').notNull().default(false),
    lastError: text('last_error'),
    responseStatus: smallint('response_status'),
    createdAt: moment('created_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (t) => [
    // The payment comes first in this index, because every search for an event's deliveries
    // includes it.
    uniqueIndex('delivery_payment_event_url').on(t.paymentId, t.eventId, t.url),
    // This index also finds all deliveries in flight, of which there are few.
    uniqueIndex('delivery_in_flight').on(t.paymentId, t.url).where(sql`${t.status} = 'delivering'`),
    index('delivery_due')
      .on(t.merchantId, t.host, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending'`),
    // A plain "order by … desc" puts nulls first, so the index must too.
    index('delivery_endpoint').on(t.merchantId, t.url, t.createdAt.desc().nullsFirst()),
    index('delivery_key').on(t.apiKeyId, t.createdAt.desc().nullsFirst()),
    // This index serves the inbox.
    index('delivery_given_up')
      .on(t.apiKeyId, t.handled, t.paymentId)
      .where(sql`${t.status} = 'failed'`),
    check('delivery_status_known', oneOf(t.status, DELIVERY_STATUSES)),
    check(
      'delivery_started_while_delivering',
      sql`(${t.status} = 'delivering') = (${t.attemptStartedAt} is not null)`,
    ),
    check(
      'delivery_due_while_pending',
      sql`(${t.status} = 'pending' and not ${t.held}) = (${t.nextAttemptAt} is not null)`,
    ),
    check(
      'delivery_held_before_its_end',
      sql`not ${t.held} or ${t.status} in ('pending', 'delivering')`,
    ),
  ],
);

/**
 * Duration of each stage of an exchange, in ms; null for stages that were not reached, or that an
 * earlier exchange on the same connection had completed.
 */
export interface AttemptTimings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  /** Whether the request had no `Connection: close`. */
  readonly persistent?: boolean | undefined;
  /**
   * Whether the request was sent twice, because the endpoint closed the kept connection without a
   * response.
   */
  readonly resent?: boolean | undefined;
}

/**
 * How a response ended: `complete` at the end stated by its headers, `limit` after the maximum that
 * is read, otherwise with a fault. Only the status line decides about the delivery.
 */
export const RESPONSE_ENDS = [
  'complete',
  'limit',
  'too_long',
  'cut_off',
  'stalled',
  'malformed',
  'headers_too_large',
] as const;
export type ResponseEnd = (typeof RESPONSE_ENDS)[number];

/**
 * One HTTP exchange of a delivery, written once it has ended or counts as lost to a crash. Until
 * then, its delivery is marked as in flight. A foreign key is left out, because its check would
 * cost as much as the row.
 */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    deliveryId: text('delivery_id').notNull(),
    /** Position among the attempts of its delivery, from 1. */
    number: integer('number').notNull(),
    startedAt: moment('started_at').notNull(),
    /** When the attempt ended; null after a crash of the sender, when the outcome is unknown. */
    finishedAt: moment('finished_at'),
    remoteAddress: text('remote_address'),
    timings: jsonb('timings').$type<AttemptTimings>(),
    /** The headers as sent. The type is json, because jsonb would reorder them. */
    requestHeaders: json('request_headers').$type<Record<string, string>>(),
    responseStatus: smallint('response_status'),
    responseHeaders: json('response_headers').$type<Record<string, string>>(),
    /** The first 4 KiB of the response as received. */
    responseBody: bytea('response_body'),
    /** How the response ended; null without a response. */
    responseEnd: text('response_end').$type<ResponseEnd>(),
    /** Code of the cause of a failure; null on success. */
    errorCode: text('error_code'),
    /** The cause of a failure as a message, with a remedy. */
    error: text('error'),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.number] }),
    index('delivery_attempt_started').on(t.startedAt),
  ],
);
