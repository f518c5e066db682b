import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import { cancelPayment } from './cancel-payment';
import type { FoundPayment } from './get-payment';
import { getPaymentFor } from './get-payment-for';

/**
 * Cancels a payment of the person's merchant, under the same rules as the API does.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `payment_not_cancelable`
 */
export async function cancelPaymentFor(
  db: Db,
  actor: Member,
  paymentId: string,
  now: Date,
): Promise<FoundPayment> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const { row } = await getPaymentFor(tx, actor, paymentId);
    const canceled = await cancelPayment(tx, row.apiKeyId, paymentId, now);
    if (row.status !== 'canceled') {
      await recordAuditEntry(tx, actor, 'payment.cancel', paymentId, {}, now);
    }
    return canceled;
  });
}
