import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { apiKey } from '@/db/schema/accounts';
import { webhookEndpoint, webhookHost } from '@/db/schema/endpoints';
import { delivery, webhookEvent } from '@/db/schema/webhooks';
import type { EventType } from '@/lib/domain/event-types';
import { newId } from '@/lib/domain/ids';
import { endpointId } from '../endpoint-id';
import { hostKey } from '../transport/target-url';
import { type EventFacts, eventBody, eventData } from './event-body';

/** The channel that is notified when a delivery becomes due, so that senders list it. */
export const DUE_CHANNEL = 'webhook_due';

export interface NewEvent extends EventFacts {
  readonly apiKeyId: string;
  readonly type: EventType;
  /** The types that the API key must all have chosen for the event to be sent. */
  readonly choice: readonly EventType[];
  /** Position among the payment's events, from 1. */
  readonly sequence: number;
}

/**
 * Writes events with their frozen bodies. An event with a URL that the API key has chosen gets a
 * delivery: due now, or held while its endpoint is paused. Runs in the transaction of the reported
 * changes, so that neither exists without the other.
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
    delivery_id: event.webhookUrl === null ? null : newId('delivery'),
    url: event.webhookUrl,
    host: event.webhookUrl === null ? null : hostKey(event.webhookUrl),
  }));
  const given = { rows: JSON.stringify(rows), now: now.toISOString() };
  while (!(await insertEvents(tx, given))[0]?.written) await addEndpoints(tx, given);
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

const events = sql`
  event as materialized (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as e(
      id text, payment_id text, api_key_id text, type text, sequence integer, txid text, body text,
      choice text[], delivery_id text, url text, host text)
  ),
  sent as materialized (
    select event.*, k.merchant_id,
      ${endpointId(sql`k.merchant_id`, sql`event.url`)} as endpoint_id
    from event join ${apiKey} k on k.id = event.api_key_id and k.webhook_events @> event.choice
    where url is not null
  )`;

/**
 * Writes nothing if an endpoint is unknown. Locks the endpoint rows until the commit, so a pause
 * waits for this transaction, or this transaction sees the pause.
 */
const insertEvents = prepared<{ readonly written: boolean }>(sql`
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
      (id, payment_id, api_key_id, type, sequence, txid, body, created_at)
    select id, payment_id, api_key_id, type, sequence, txid, body, ${at} from event, ready
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

/**
 * The statement sorts endpoints, so that two transactions that add the same ones cannot deadlock.
 */
const addEndpoints = prepared(sql`
  with ${events},
  known as (
    insert into ${webhookHost} (merchant_id, host)
    select distinct merchant_id, host from sent order by merchant_id, host
    on conflict do nothing
  )
  insert into ${webhookEndpoint} (id, merchant_id, url, host, created_at)
  select distinct on (endpoint_id) endpoint_id, merchant_id, url, host, ${at}
  from sent order by endpoint_id
  on conflict do nothing`);

/** Wakes all senders when the surrounding transaction commits. */
export async function notifyDue(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${DUE_CHANNEL}, '')`);
}
