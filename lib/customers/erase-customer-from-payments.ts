import { and, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { paymentExtra } from '@/db/schema/extras';
import { BUYER_FIELDS, greenfieldInvoice } from '@/db/schema/greenfield';
import { mail } from '@/db/schema/mail';
import { payment } from '@/db/schema/payments';
import { auditEntry } from '@/db/schema/people';
import { webhookEvent } from '@/db/schema/webhooks';
import { inboxNote } from '@/db/schema/worklist';

/**
 * Erases the customer from payments that the transaction has locked: the customer's details, mails
 * and notes, the buyer in a plugin's invoice and events, and members' notes, also in the audit log.
 * Amounts, addresses, outputs and the shop's own data are not changed.
 */
export async function eraseCustomerFromPayments(
  tx: Db,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(payment)
    .set({
      customerName: null,
      customerEmail: null,
      customerReference: null,
      customerKey: null,
      updatedAt: now,
    })
    .where(isAmong(payment.id, ids));
  // In `words`, the weight D marks words of the shop's own data, which are kept.
  await tx
    .update(paymentExtra)
    .set({ payerNote: null, words: sql`nullif(ts_filter(${paymentExtra.words}, '{d}'), '')` })
    .where(isAmong(paymentExtra.paymentId, ids));
  await tx.update(inboxNote).set({ note: null }).where(isAmong(inboxNote.subject, ids));
  await tx.delete(mail).where(isAmong(mail.paymentId, ids));
  const { metadata, paymentId } = greenfieldInvoice;
  const buyer = sql.param([...BUYER_FIELDS]);
  await tx
    .update(greenfieldInvoice)
    .set({ metadata: sql`(${metadata}::jsonb - ${buyer}::text[])::json` })
    .where(isAmong(paymentId, ids));
  const { body, dialect } = webhookEvent;
  // A changed event's signature stays valid, because each attempt signs the text that it sends.
  await tx
    .update(webhookEvent)
    .set({
      body: sql`jsonb_set(${body}::jsonb, '{metadata}', (${body}::jsonb -> 'metadata') - ${buyer}::text[])::text`,
    })
    .where(and(isAmong(webhookEvent.paymentId, ids), isNotNull(dialect)));
  await tx
    .update(auditEntry)
    .set({ data: sql`${auditEntry.data} - 'note'` })
    .where(sql`${isAmong(auditEntry.subject, ids)} and ${auditEntry.data} ? 'note'`);
}
