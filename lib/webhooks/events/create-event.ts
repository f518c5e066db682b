import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { apiKey } from '@/db/schema/accounts';
import { webhookEndpoint, webhookEndpointStanding, webhookHost } from '@/db/schema/endpoints';
import { delivery, type EventDialect, webhookEvent } from '@/db/schema/webhooks';
import type { EventType } from '@/lib/domain/event-types';
import { newId } from '@/lib/domain/ids';
import { endpointId } from '../endpoint-id';
import { hostKey } from '../transport/target-url';
import { type EventFacts, eventBody, eventData } from './event-body';

/** The PostgreSQL channel that is notified when a delivery becomes due. */
export const DUE_CHANNEL = 'webhook_due';

export interface NewEvent extends EventFacts {
  readonly apiKeyId: string;
  readonly type: EventType;
  /** A URL gets the event only if all of these types are selected for its API key or endpoint. */
  readonly choice: readonly EventType[];
  /** Position among the payment's events, from 1. */
  readonly sequence: number;
}

/**
 * Writes events with their deliveries: to the payment's URL if the event is selected for the API
 * key, and to each endpoint of the merchant for which the event is selected. Deliveries to a paused
 * endpoint are held. Call this in the transaction of the change that an event reports.
 */
export async function recordEvents(tx: Db, events: readonly NewEvent[], now: Date): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    id: newId('event'),
    payment_id: event.paymentId,
    api_key_id: event.apiKeyId,
    type: event.type,
    sequence: event.sequence,
    txid: event.txid,
    body: eventBody(event.type, eventData(event.type, event)),
    choice: event.choice,
    url: event.webhookUrl,
    host: event.webhookUrl === null ? null : hostKey(event.webhookUrl),
  }));
  await insertRows(tx, rows, now);
}

/** An event in the dialect of another API. It goes to one URL. */
export interface DialectEvent {
  readonly deliveryId: string;
  readonly paymentId: string;
  readonly apiKeyId: string;
  readonly type: string;
  /** Position among the payment's events, from 1. */
  readonly sequence: number;
  readonly url: string;
  /** The exact text that is signed and sent. */
  readonly body: string;
  readonly dialect: EventDialect;
}

/** Writes events of another dialect, each with one delivery, as {@link recordEvents} does. */
export async function recordDialectEvents(
  tx: Db,
  events: readonly DialectEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ deliveryId, paymentId, apiKeyId, ...event }) => ({
    ...event,
    id: newId('event'),
    delivery_id: deliveryId,
    payment_id: paymentId,
    api_key_id: apiKeyId,
    host: hostKey(event.url),
  }));
  await insertRows(tx, rows, now);
}

async function insertRows(tx: Db, rows: readonly object[], now: Date): Promise<void> {
  const given = { rows: JSON.stringify(rows), now: now.toISOString() };
  while (!(await insertEvents(tx, given))[0]?.written) await addEndpoints(tx, given);
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

/** SQL for the id of an event's delivery to a URL. It has the same format as other ids. */
function deliveryId(eventId: SQL, url: SQL): SQL {
  const hash = sql`encode(sha256(convert_to(${eventId} || ' ' || ${url}, 'UTF8')), 'base64')`;
  return sql`'dlv_' || left(translate(${hash}, '+/', 'xy'), 22)`;
}

const events = sql`
  event as materialized (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as e(
      id text, payment_id text, api_key_id text, type text, sequence integer, txid text, body text,
      choice text[], url text, host text, dialect jsonb, delivery_id text)
  ),
  wanted as (
    select event.id, event.url, event.host, k.merchant_id
    from event join ${apiKey} k on k.id = event.api_key_id
      and (event.dialect is not null or k.webhook_events @> event.choice)
    where event.url is not null
    -- "union" removes a duplicate, if the payment and an endpoint have the same URL. An event of
    -- another dialect has no choice, so it goes to no endpoint.
    union
    select event.id, e.url, e.host, e.merchant_id
    from event join ${apiKey} k on k.id = event.api_key_id
    join ${webhookEndpoint} e on e.merchant_id = k.merchant_id and e.events is not null
      and e.events @> event.choice and (e.network is null or e.network = k.network)
  ),
  sent as materialized (
    select event.id, event.payment_id, event.api_key_id, event.type, event.sequence,
      w.url, w.host, w.merchant_id,
      ${endpointId(sql`w.merchant_id`, sql`w.url`)} as endpoint_id,
      coalesce(event.delivery_id, ${deliveryId(sql`event.id`, sql`w.url`)}) as delivery_id
    from wanted w join event on event.id = w.id
  )`;

/**
 * Writes nothing if an endpoint's row is missing. Locks the endpoint rows until the commit, so a
 * pause waits for this transaction, or this transaction sees the pause.
 */
const insertEvents = prepareStatement<{ readonly written: boolean }>(sql`
  with ${events},
  endpoint as materialized (
    select e.id, e.paused_at is not null as paused
    from (select distinct endpoint_id from sent) s
    cross join lateral (
      select id, paused_at from ${webhookEndpoint} where id = s.endpoint_id for key share
    ) e
  ),
  ready as materialized (
    select where not exists (
      select from sent where not exists (select from endpoint where id = sent.endpoint_id)
    )
  ),
  written as (
    insert into ${webhookEvent}
      (id, payment_id, api_key_id, type, dialect, sequence, txid, body, created_at)
    select id, payment_id, api_key_id, type, dialect, sequence, txid, body, ${at} from event, ready
    order by sequence
  ),
  due as (
    insert into ${delivery} (id, event_id, payment_id, api_key_id, merchant_id, event_type, sequence,
      url, host, held, next_attempt_at, started_at, created_at)
    select s.delivery_id, s.id, s.payment_id, s.api_key_id, s.merchant_id, s.type, s.sequence, s.url,
      s.host, e.paused, case when not e.paused then ${at} end, ${at}, ${at}
    from sent s join endpoint e on e.id = s.endpoint_id, ready
  )
  select exists (select from ready) as written, (
    select pg_notify(${sql.raw(`'${DUE_CHANNEL}'`)}, '') from ready
    where exists (select from endpoint where not paused)
  )::text`);

/** The rows are sorted, so two transactions that add the same endpoints cannot deadlock. */
const addEndpoints = prepareStatement(sql`
  with ${events},
  known as (
    insert into ${webhookHost} (merchant_id, host)
    select distinct merchant_id, host from sent order by merchant_id, host
    on conflict do nothing
  ),
  added as (
    insert into ${webhookEndpoint} (id, merchant_id, url, host, created_at)
    select distinct on (endpoint_id) endpoint_id, merchant_id, url, host, ${at}
    from sent order by endpoint_id
    on conflict do nothing
    returning id, merchant_id
  )
  insert into ${webhookEndpointStanding} (endpoint_id, merchant_id)
  select id, merchant_id from added order by id`);

/** Wakes the senders of all processes when the transaction commits. */
export async function notifyDue(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${DUE_CHANNEL}, '')`);
}
