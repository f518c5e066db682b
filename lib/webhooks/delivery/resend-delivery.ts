import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { makeDeliveriesDue } from './make-deliveries-due';

/** `in_flight`: nothing was changed, because an attempt is under way. */
export type ResendOutcome = 'resent' | 'in_flight';

/**
 * Resends a delivery in any state, with the same event id and body but a new timestamp and
 * signature.
 *
 * @throws Problem as {@link assertMayManageWebhooks}; `not_found`, also for a delivery that the actor may not see
 */
export async function resendDelivery(
  db: Db,
  actor: Actor,
  deliveryId: string,
  now: Date,
): Promise<ResendOutcome> {
  assertMayManageWebhooks(actor);
  return db.transaction(async (tx) => {
    const one = eq(delivery.id, deliveryId);
    const [found] = await tx
      .select({ paymentId: delivery.paymentId })
      .from(delivery)
      .innerJoin(apiKey, eq(apiKey.id, delivery.apiKeyId))
      .where(and(one, isKeyVisibleTo(actor)));
    if (!found) throw new Problem('not_found', 'There is no webhook delivery with this id.');
    const resent = await makeDeliveriesDue(tx, and(one, ne(delivery.status, 'delivering')), now);
    if (resent === 0) return 'in_flight';
    const data = { payment_id: found.paymentId };
    await recordAuditEntry(tx, actor, 'delivery.resend', deliveryId, data, now);
    return 'resent';
  });
}
