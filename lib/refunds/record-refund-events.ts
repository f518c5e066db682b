import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { confirmations } from '@/lib/domain/confirmations';
import type { EventType } from '@/lib/domain/event-types';
import { mailCustomerAboutRefund } from '@/lib/mail/mail-customers';
import { readExtras } from '@/lib/payments/payment-extra';
import { type PaymentRow, standingOf } from '@/lib/payments/payment-row';
import { eventFactsOf } from '@/lib/payments/record-standings';
import { recordEvents } from '@/lib/webhooks/events/create-event';
import { notifyOfRefunds } from './notify-of-refunds';
import { refundJson } from './refund-json';
import type { RefundRow } from './refund-row';

export interface RefundEvent {
  readonly type: EventType;
  readonly row: RefundRow;
}

/**
 * Writes events of a payment's refunds, and notifies members and the customer. Runs in the
 * transaction of the changes, in which the payment must be locked.
 */
export async function recordRefundEvents(
  tx: Db,
  of: PaymentRow,
  events: readonly RefundEvent[],
  tipHeight: number | null,
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const extra = (await readExtras(tx, [of.id])).get(of.id);
  const facts = {
    ...eventFactsOf({ row: of, standing: standingOf(of) }, extra),
    confirmations: confirmations(of.coveredHeight, tipHeight),
    reason: null,
  };
  const written = events.map(({ type, row }, n) => ({
    ...facts,
    type,
    choice: [type],
    sequence: of.eventCount + n + 1,
    refund: refundJson(row, tipHeight),
  }));
  await recordEvents(tx, written, now);
  await notifyOfRefunds(tx, of, events, now);
  for (const { type, row } of events) {
    if (type === 'refund.sent') await mailCustomerAboutRefund(tx, 'refund_sent', row, now);
  }
  await tx
    .update(payment)
    .set({ eventCount: of.eventCount + events.length })
    .where(eq(payment.id, of.id));
}
