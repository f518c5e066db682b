import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { apiKey } from '@/db/schema/accounts';
import { delivery, unlistedEvent, webhookEvent, webhookHost } from '@/db/schema/webhooks';
import { newId } from '@/lib/domain/ids';
import type { EventType } from '@/lib/domain/payment';
import { type EventFacts, eventBody, eventData } from './event-body';
import { hostKey } from './target-url';

/** Notified when a delivery becomes due, so that senders look at once. */
export const DUE_CHANNEL = 'webhook_due';

export interface NewEvent extends EventFacts {
  readonly apiKeyId: string;
  readonly type: EventType;
  /** It is sent if the API key has chosen all of these. */
  readonly choice: readonly EventType[];
  /** Its place among the payment's events, from 1. */
  readonly sequence: number;
}

/**
 * Writes an event with its frozen body and, when there is a URL and the API key has chosen it, its
 * delivery, due at once. Runs in the transaction of the change that it reports, so that neither
 * exists without the other.
 */
export async function recordEvent(tx: Db, event: NewEvent, now: Date): Promise<void> {
  await recordEvents(tx, [event], now);
}

/** {@link recordEvent} for many, with the same number of queries. */
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
  await insertEvents(tx, { rows: JSON.stringify(rows), now: now.toISOString() });
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

/** Hosts are added in one order, so that two transactions that add the same ones cannot deadlock. */
const insertEvents = prepared(sql`
  with event as materialized (
    select * from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as e(
      id text, payment_id text, api_key_id text, type text, sequence integer, txid text, body text,
      choice text[], delivery_id text, url text, host text)
  ),
  written as (
    insert into ${webhookEvent} (id, payment_id, type, sequence, txid, body, created_at)
    select id, payment_id, type, sequence, txid, body, ${at} from event
  ),
  listed as (
    insert into ${unlistedEvent} (api_key_id, event_id)
    select api_key_id, id from event order by sequence
  ),
  sent as materialized (
    select event.*, k.merchant_id
    from event join ${apiKey} k on k.id = event.api_key_id and k.webhook_events @> event.choice
    where url is not null
  ),
  known as (
    insert into ${webhookHost} (merchant_id, host)
    select distinct merchant_id, host from sent order by merchant_id, host
    on conflict do nothing
  ),
  due as (
    insert into ${delivery} (id, event_id, payment_id, api_key_id, merchant_id, event_type, sequence,
      url, host, next_attempt_at, started_at, created_at)
    select delivery_id, id, payment_id, api_key_id, merchant_id, type, sequence, url, host,
      ${at}, ${at}, ${at}
    from sent
  )
  select pg_notify(${sql.raw(`'${DUE_CHANNEL}'`)}, '') where exists (select from sent)`);

/** Wakes all senders when the surrounding transaction commits. */
export async function notifyDue(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${DUE_CHANNEL}, '')`);
}
