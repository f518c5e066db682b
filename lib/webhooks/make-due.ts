import { and, gt, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookHost } from '@/db/schema/webhooks';
import { notifyDue } from './create-event';

/**
 * Makes deliveries due as if they had just begun: ten new days of tries from the start of the
 * schedule. A delivery in flight must not be among them.
 *
 * @returns how many
 */
export async function makeDue(tx: Db, which: SQL | undefined, now: Date): Promise<number> {
  const rows = await tx
    .update(delivery)
    .set({
      status: 'pending',
      nextAttemptAt: now,
      notBefore: null,
      startedAt: now,
      deliveredAt: null,
    })
    .where(which)
    .returning({ host: delivery.host });
  if (rows.length === 0) return 0;
  // A person says that the receiver works: one try finds out now, not when the pause is over.
  const hosts = [...new Set(rows.map(({ host }) => host))];
  await tx
    .update(webhookHost)
    .set({ openUntil: now })
    .where(and(inArray(webhookHost.host, hosts), gt(webhookHost.openUntil, now)));
  await notifyDue(tx);
  return rows.length;
}
