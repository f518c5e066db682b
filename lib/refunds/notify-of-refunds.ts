import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import type { EventType } from '@/lib/domain/event-types';
import { notifyMembers } from '@/lib/mail/notify-members';
import type { PaymentRow } from '@/lib/payments/payment-row';
import type { RefundRow } from './refund-row';

const VERBS: Readonly<Partial<Record<EventType, string>>> = {
  'refund.created': 'recorded',
  'refund.sent': 'sent',
  'refund.confirmed': 'confirmed',
};

/** Notifies members of changes of a payment's refunds, in the transaction of the change. */
export async function notifyOfRefunds(
  tx: Db,
  of: PaymentRow,
  events: readonly { readonly type: EventType; readonly row: RefundRow }[],
  now: Date,
): Promise<void> {
  const [key] = await tx
    .select({ merchantId: apiKey.merchantId })
    .from(apiKey)
    .where(eq(apiKey.id, of.apiKeyId));
  if (!key) return;
  const name = of.reference ?? of.id;
  const notifications = events.flatMap(({ type, row }) => {
    const verb = VERBS[type];
    if (!verb) return [];
    const next = row.status === 'requested' ? ' It waits for the customer’s address.' : '';
    return {
      merchantId: key.merchantId,
      topic: 'refunds' as const,
      fact: `${type} ${row.id} ${row.txid ?? ''}`,
      subject: `Refund of payment ${name} ${verb}`,
      body: `A refund of ${row.amountSats} sat of payment ${name} was ${verb}.${next}`,
      link: { text: 'Open the payment', path: `/dashboard/payments/${of.id}` },
    };
  });
  await notifyMembers(tx, notifications, now);
}
