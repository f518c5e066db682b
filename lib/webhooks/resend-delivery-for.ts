import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { type Resend, resendDelivery } from './resend-delivery';

/**
 * Sends a delivery of the person's merchant once more, whatever became of it.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`, also for a delivery of another merchant
 */
export async function resendDeliveryFor(
  db: Db,
  actor: Member,
  deliveryId: string,
  now: Date,
): Promise<Resend> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ apiKeyId: delivery.apiKeyId, paymentId: delivery.paymentId })
      .from(delivery)
      .innerJoin(apiKey, eq(apiKey.id, delivery.apiKeyId))
      .where(and(eq(delivery.id, deliveryId), eq(apiKey.merchantId, actor.merchantId)));
    if (!found) throw new Problem('not_found', 'There is no webhook delivery with this id.');
    const outcome = await resendDelivery(tx, found.apiKeyId, deliveryId, now);
    if (outcome === 'resent') {
      const data = { payment_id: found.paymentId };
      await recordAuditEntry(tx, actor, 'delivery.resend', deliveryId, data, now);
    }
    return outcome;
  });
}
