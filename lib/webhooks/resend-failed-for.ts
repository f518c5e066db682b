import { and, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import { type DeliveryFilter, deliveryCondition, keysOfMerchant } from './delivery-filter';
import { makeDue } from './make-due';

/**
 * Sends again all deliveries of the person's merchant that were given up, among those the filter
 * lets through.
 *
 * @returns how many
 * @throws Problem `forbidden` for a viewer
 */
export async function resendFailedFor(
  db: Db,
  actor: Member,
  filter: Omit<DeliveryFilter, 'state'>,
  now: Date,
): Promise<number> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const which = and(
      inArray(delivery.apiKeyId, keysOfMerchant(tx, actor.merchantId, filter)),
      deliveryCondition(tx, { ...filter, state: 'failed' }),
    );
    const resent = await makeDue(tx, which, now);
    if (resent === 0) return 0;
    const data = {
      resent,
      from: filter.from?.toISOString() ?? null,
      before: filter.before?.toISOString() ?? null,
    };
    await recordAuditEntry(tx, actor, 'delivery.resend_failed', actor.merchantId, data, now);
    return resent;
  });
}
