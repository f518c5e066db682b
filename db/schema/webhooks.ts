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
import { isOneOf, moment } from './columns';
import { payment } from './payments';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * How an event is sent if its body is in the format of another API, called its dialect. Such an
 * event goes to only one URL, and /v1 does not list it.
 */
export interface EventDialect {
  /** The name by which the sender finds the function that makes the headers. */
  readonly name: string;
  /** The id of the object whose signing secrets sign the event. */
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
    /** The event's type. An event in another dialect has a type of that dialect. */
    type: text('type').$type<EventType>().notNull(),
    /** Null for our own format. */
    dialect: jsonb('dialect').$type<EventDialect>(),
    /** Position among the payment's events, from 1. */
    sequence: integer('sequence').notNull(),
    /** The transaction that the event is about; null while the payment has received nothing. */
    txid: text('txid'),
    /** The exact bytes (UTF-8) that are signed and sent on every attempt. */
    body: text('body').notNull(),
    createdAt: moment('created_at').notNull(),
    /** No foreign key: `paymentId` has one already, and each check costs time. */
    apiKeyId: text('api_key_id').notNull(),
    /** Increases with each event of a payment. Across payments, the order of commits can differ. */
    entry: bigserial('entry', { mode: 'number' }).notNull(),
    /**
     * The event's position in the key's list of events, from 1; null in another dialect. It is
     * assigned when a list first includes the committed event, so that no event ever appears before
     * one that was already read.
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
    merchantId: text('merchant_id')
      .notNull()
      .references(() => merchant.id),
    eventType: text('event_type').notNull(),
    /** The event's sequence. A payment's events get their first attempts in this order. */
    sequence: integer('sequence').notNull(),
    url: text('url').notNull(),
    /** Whether the endpoint is paused, so that no attempt is scheduled. */
    held: boolean('held').notNull().default(false),
    /**
     * host:port of the URL. Each pair of merchant and host has a circuit breaker and a limit on
     * concurrent attempts.
     */
    host: text('host').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull().default('pending'),
    attempt: integer('attempt').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    /** Earliest time of the next attempt, set by Retry-After or a refusal of only this event. */
    notBefore: moment('not_before'),
    /** When the attempt in flight began; null unless the status is delivering. */
    attemptStartedAt: moment('attempt_started_at'),
    /** When the delivery's retry schedule began: at its creation, or at the last manual resend. */
    startedAt: moment('started_at').notNull(),
    /**
     * Whether a failed delivery needs no decision, because a member marked it as done after the
     * last resend, or the shop removed the webhook.
     */
    handled: boolean('handled').notNull().default(false),
    lastError: text('last_error'),
    responseStatus: smallint('response_status'),
    createdAt: moment('created_at').notNull(),
    deliveredAt: moment('delivered_at'),
  },
  (t) => [
    // The payment comes first, because every query for an event's deliveries includes it.
    uniqueIndex('delivery_payment_event_url').on(t.paymentId, t.eventId, t.url),
    // This index also finds all deliveries in flight, of which there are only a few.
    uniqueIndex('delivery_in_flight').on(t.paymentId, t.url).where(sql`${t.status} = 'delivering'`),
    index('delivery_due')
      .on(t.merchantId, t.host, t.nextAttemptAt)
      .where(sql`${t.status} = 'pending'`),
    // Nulls come first, to match a plain "order by … desc".
    index('delivery_endpoint').on(t.merchantId, t.url, t.createdAt.desc().nullsFirst()),
    index('delivery_key').on(t.apiKeyId, t.createdAt.desc().nullsFirst()),
    index('delivery_given_up')
      .on(t.apiKeyId, t.handled, t.paymentId)
      .where(sql`${t.status} = 'failed'`),
    check('delivery_status_known', isOneOf(t.status, DELIVERY_STATUSES)),
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
 * Duration of each stage of an exchange, in ms. Null for a stage that was not reached, or that was
 * not needed, such as TLS for an http URL.
 */
export interface AttemptTimings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
}

/**
 * How a response ended: `complete` at the length that its headers announced, `limit` at the maximum
 * length that is read, any other value with a fault. Only the status decides whether the delivery
 * succeeded.
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
 * One HTTP exchange of a delivery. The row is written when the exchange has ended, or when it
 * counts as lost after a crash. There is no foreign key, because checking it would cost as much as
 * writing the row.
 */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    deliveryId: text('delivery_id').notNull(),
    number: integer('number').notNull(),
    startedAt: moment('started_at').notNull(),
    /** When the attempt ended; null if the sender crashed, which leaves the outcome unknown. */
    finishedAt: moment('finished_at'),
    remoteAddress: text('remote_address'),
    timings: jsonb('timings').$type<AttemptTimings>(),
    /** The headers as sent. The type is json, because jsonb would reorder them. */
    requestHeaders: json('request_headers').$type<Record<string, string>>(),
    responseStatus: smallint('response_status'),
    responseHeaders: json('response_headers').$type<Record<string, string>>(),
    /** The first 4 KiB of the response as received. */
    responseBody: bytea('response_body'),
    responseEnd: text('response_end').$type<ResponseEnd>(),
    errorCode: text('error_code'),
    error: text('error'),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.number] }),
    index('delivery_attempt_started').on(t.startedAt),
  ],
);
