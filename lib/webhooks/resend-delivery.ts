import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery } from '@/db/schema/webhooks';
import { Problem } from '@/lib/domain/problems';
import { makeDue } from './make-due';

/** `in_flight`: a try is under way, so there is nothing to do but wait for it. */
export type Resend = 'resent' | 'in_flight';

/**
 * Sends a delivery of this key once more, whatever became of it: the same event id and body, a
 * new timestamp and signature.
 *
 * @throws Problem not_found
 */
export async function resendDelivery(
  db: Db,
  apiKeyId: string,
  deliveryId: string,
  now: Date,
): Promise<Resend> {
  return db.transaction(async (tx) => {
    const which = and(eq(delivery.id, deliveryId), eq(delivery.apiKeyId, apiKeyId));
    const resent = await makeDue(tx, and(which, ne(delivery.status, 'delivering')), now);
    if (resent > 0) return 'resent';
    const [found] = await tx.select({ id: delivery.id }).from(delivery).where(which);
    if (!found) throw new Problem('not_found', 'There is no webhook delivery with this id.');
    return 'in_flight';
  });
}
