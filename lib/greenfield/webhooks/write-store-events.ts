import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { prepareStatement } from '@/db/prepare-statement';
import { greenfieldInvoice, greenfieldWebhook } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { newId } from '@/lib/domain/ids';
import { isIntact } from '@/lib/keys/seal';
import type { PaymentChangeHook } from '@/lib/payments/record-standings';
import { type DialectEvent, recordDialectEvents } from '@/lib/webhooks/events/create-event';
import { type Invoice, readInvoices, toInvoiceFacts } from '../find-invoices';
import { nextSettlingHeight, outputId, toInvoiceState } from '../projection';
import { toGreenfieldPayment, toUnixSeconds } from '../to-greenfield-invoice';
import { deriveStoreEvents, type StoreEvent } from './derive-store-events';
import { BTCPAY_DIALECT, eventText } from './dialect';
import type { StoreWebhook } from './store-webhooks';

/**
 * Writes the webhook events of changed invoices, in the transaction of the change. It compares each
 * invoice with its last reported state, so a second call writes nothing. The caller has locked the
 * given payments; other payments whose outputs settle are locked here.
 */
export const writeStoreEvents: PaymentChangeHook = async (tx, paymentIds, now, read) => {
  const { network = null, tipHeight = null } = read ?? {};
  const ids = (await findInvoices(tx, { paymentIds, network, tipHeight })).map(({ id }) => id);
  if (ids.length === 0) return;
  await lockPayments(tx, { ids });
  const invoices = await readInvoices(tx, isAmong(payment.id, ids));
  const changes = invoices
    .filter(({ row }) => isIntact('payment', row))
    .map((found) => changeOf(tipHeight === null ? found : { ...found, tipHeight }))
    .filter(({ isNew }) => isNew);
  if (changes.length === 0) return;
  await writeTold(tx, { rows: JSON.stringify(changes.map(({ row }) => row)) });
  const webhooks = await readWebhooks(tx, { ids });
  const drafts = changes.flatMap(({ found, events }) =>
    events.flatMap((event) =>
      webhooks
        .filter(({ apiKeyId }) => apiKeyId === found.row.apiKeyId)
        .filter((webhook) => wants(webhook, event))
        .map((webhook) => ({ found, event, webhook })),
    ),
  );
  if (drafts.length > 0) await recordDialectEvents(tx, await inSequence(tx, drafts, now), now);
};

const ids = sql`${sql.placeholder('ids')}::text[]`;

const findInvoices = prepareStatement<{ readonly id: string }>(sql`
  select payment_id as id from ${greenfieldInvoice}
  where payment_id = any(${sql.placeholder('paymentIds')}::text[])
  union
  select i.payment_id from ${greenfieldInvoice} i join ${payment} p on p.id = i.payment_id
  where i.settles_at <= ${sql.placeholder('tipHeight')}::int
    and p.network = ${sql.placeholder('network')}::text`);

const lockPayments = prepareStatement(sql`
  select id from ${payment} where id = any(${ids}) order by id for update`);

/**
 * Locks the webhooks until the commit. If a webhook is removed concurrently, the removal waits and
 * then finds all deliveries of the webhook.
 */
const readWebhooks = prepareStatement<Omit<StoreWebhook, 'enabled' | 'createdAt'>>(sql`
  select w.id, w.api_key_id as "apiKeyId", w.url, w.automatic_redelivery as "automaticRedelivery",
    w.everything, w.specific_events as "specificEvents"
  from ${greenfieldWebhook} w
  where w.enabled and w.api_key_id in (
    select api_key_id from ${greenfieldInvoice} where payment_id = any(${ids}))
  order by w.created_at, w.id
  for key share`);

const writeTold = prepareStatement(sql`
  update ${greenfieldInvoice} i set told = r.told, settles_at = r.settles_at
  from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb)
    as r(id text, told jsonb, settles_at integer)
  where i.payment_id = r.id`);

/** Returns an invoice's events since the last report, and the columns that record this report. */
function changeOf(found: Invoice) {
  const { row, invoice, outputs } = found;
  const { mark, told: before, settlesAt: settledBefore } = invoice;
  const { events, told } = deriveStoreEvents(before, toInvoiceState(toInvoiceFacts(found), mark), {
    isMarked: mark !== null,
    isOverpaid: row.flags.includes('overpaid'),
    isConfirmed: row.status === 'confirmed',
    payments: new Map(
      outputs.map((output) => [outputId(output), toGreenfieldPayment(output, found)]),
    ),
  });
  const settlesAt = nextSettlingHeight(outputs, told, row.requiredConfirmations);
  const isNew =
    events.length > 0 || settlesAt !== settledBefore || !isDeepStrictEqual(told, before);
  return { found, events, isNew, row: { id: row.id, told, settles_at: settlesAt } };
}

function wants(
  { everything, specificEvents }: Pick<StoreWebhook, 'everything' | 'specificEvents'>,
  { type }: StoreEvent,
): boolean {
  return everything || specificEvents.includes(type);
}

interface Draft {
  readonly found: Invoice;
  readonly event: StoreEvent;
  readonly webhook: Pick<StoreWebhook, 'id' | 'url' | 'automaticRedelivery'>;
}

/** Gives each event the next sequence number of its payment. */
async function inSequence(tx: Db, drafts: readonly Draft[], now: Date): Promise<DialectEvent[]> {
  const counts = new Map<string, number>();
  for (const { found } of drafts) counts.set(found.row.id, (counts.get(found.row.id) ?? 0) + 1);
  const rows = [...counts].map(([id, added]) => ({ id, added }));
  const reserved = await reserve(tx, { rows: JSON.stringify(rows) });
  const next = new Map(reserved.map(({ id, first }) => [id, first]));
  return drafts.map(({ found: { row, invoice }, event: { type, fields }, webhook }) => {
    const sequence = next.get(row.id);
    if (sequence === undefined) throw new Error('an invoice has no payment');
    next.set(row.id, sequence + 1);
    const deliveryId = newId('delivery');
    const head = {
      deliveryId,
      webhookId: webhook.id,
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: toUnixSeconds(now),
      storeId: row.apiKeyId,
      invoiceId: row.id,
      metadata: invoice.metadata,
    };
    return {
      deliveryId,
      paymentId: row.id,
      apiKeyId: row.apiKeyId,
      type,
      sequence,
      url: webhook.url,
      body: eventText(head, fields),
      dialect: {
        name: BTCPAY_DIALECT,
        signer: webhook.id,
        isSentOnce: !webhook.automaticRedelivery,
      },
    };
  });
}

const reserve = prepareStatement<{ readonly id: string; readonly first: number }>(sql`
  update ${payment} p set event_count = p.event_count + r.added
  from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as r(id text, added integer)
  where p.id = r.id
  returning p.id, p.event_count - r.added + 1 as first`);
