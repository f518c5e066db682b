import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { greenfieldInvoice, type ManualStatus } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { invalidField } from '@/lib/domain/problems';
import type { StoreActor } from './authenticate-store';
import { orderIdOf } from './create-invoice';
import { getInvoice, type Invoice, toInvoiceFacts } from './find-invoices';
import { toInvoiceState } from './projection';
import { writeStoreEvents } from './webhooks/write-store-events';

/**
 * Sets an invoice's status on the shop's request. The payment keeps its own status, so money that
 * arrives is still seen.
 *
 * @throws Problem `payment_not_found`; `invalid_request` when the invoice has that status already
 */
export async function setInvoiceStatus(
  db: Db,
  store: StoreActor,
  id: string,
  mark: ManualStatus,
  now: Date,
): Promise<Invoice> {
  return db.transaction(async (tx) => {
    await lockInvoice(tx, store, id);
    const found = await getInvoice(tx, store, id);
    if (toInvoiceState(toInvoiceFacts(found), found.invoice.mark).status === mark) {
      const message = `The invoice is ${mark} already.`;
      throw invalidField('/status', 'invalid_value', message);
    }
    const marked = await changed(tx, store, id, { mark, markedAt: now, markedBy: store.pairingId });
    await writeStoreEvents(tx, [id], now);
    return marked;
  });
}

/** Replaces the metadata of an invoice. @throws Problem `payment_not_found` */
export function replaceInvoiceMetadata(
  db: Db,
  store: StoreActor,
  id: string,
  metadata: Readonly<Record<string, unknown>>,
): Promise<Invoice> {
  return changed(db, store, id, { metadata, orderId: orderIdOf(metadata) });
}

/** Archives an invoice (lists omit it), or unarchives it. @throws Problem `payment_not_found` */
export function archiveInvoice(
  db: Db,
  store: StoreActor,
  id: string,
  archived: boolean,
): Promise<Invoice> {
  return changed(db, store, id, { archived });
}

async function changed(
  db: Db,
  store: StoreActor,
  id: string,
  values: Partial<typeof greenfieldInvoice.$inferInsert>,
): Promise<Invoice> {
  await db.update(greenfieldInvoice).set(values).where(isOwn(store, id));
  return getInvoice(db, store, id);
}

/** Every change of an invoice's state locks the invoice's payment first. */
async function lockInvoice(tx: Db, store: StoreActor, id: string): Promise<void> {
  await tx
    .select({ id: payment.id })
    .from(payment)
    .where(and(eq(payment.id, id), eq(payment.apiKeyId, store.apiKeyId)))
    .for('update');
}

const isOwn = (store: StoreActor, id: string) =>
  and(eq(greenfieldInvoice.paymentId, id), eq(greenfieldInvoice.apiKeyId, store.apiKeyId));
