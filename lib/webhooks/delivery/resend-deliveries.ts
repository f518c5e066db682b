import { and, inArray, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks } from '@/lib/domain/actor';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { makeDeliveriesDue } from './make-deliveries-due';
import { type DeliveryFilter, deliveryCondition } from './views/delivery-filter';

/**
 * Resends the matching deliveries that the actor may see, except those in flight. If the filter has
 * no state, delivered events are sent again too.
 *
 * @returns the number of deliveries
 * @throws Problem as {@link assertMayManageWebhooks}
 */
export async function resendDeliveries(
  db: Db,
  actor: Actor,
  filter: DeliveryFilter,
  now: Date,
): Promise<number> {
  assertMayManageWebhooks(actor);
  return db.transaction(async (tx) => {
    const which = and(
      inArray(delivery.apiKeyId, keysVisibleTo(tx, actor, filter)),
      deliveryCondition(tx, filter),
      ne(delivery.status, 'delivering'),
    );
    const resent = await makeDeliveriesDue(tx, which, now);
    if (resent === 0 || actor.kind === 'operator') return resent;
    const data = {
      resent,
      state: filter.state ?? 'all',
      ...(filter.paymentId && { payment_id: filter.paymentId }),
      ...(filter.apiKeyId && { api_key_id: filter.apiKeyId }),
      ...(filter.eventType && { event_type: filter.eventType }),
      from: filter.from?.toISOString() ?? null,
      before: filter.before?.toISOString() ?? null,
    };
    const subject = filter.endpointId ?? actor.merchantId;
    await recordAuditEntry(tx, actor, 'delivery.resend_failed', subject, data, now);
    return resent;
  });
}
