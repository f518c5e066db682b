import { and, gt, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookHost } from '@/db/schema/webhooks';
import { notifyDue } from './create-event';

/**
 * Makes deliveries due as if they were new: the retry schedule starts again. A delivery in flight
 * must not be among them.
 *
 * @returns how many
 */
export async function makeDue(tx: Db, which: SQL | undefined, now: Date): Promise<number> {
  // Hosts before deliveries, as at the end of an attempt: else each could wait for the other.
  await reopenHosts(tx, which, now);
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
    .returning({ id: delivery.id });
  if (rows.length > 0) await notifyDue(tx);
  return rows.length;
}

/** A resend says that the host works again: the next attempt is made now, not after the pause. */
async function reopenHosts(tx: Db, which: SQL | undefined, now: Date): Promise<void> {
  const wanted = tx.select({ host: delivery.host }).from(delivery).where(which);
  const closed = await tx
    .select({ host: webhookHost.host })
    .from(webhookHost)
    .where(and(gt(webhookHost.openUntil, now), inArray(webhookHost.host, wanted)))
    .orderBy(webhookHost.host)
    .for('update');
  if (closed.length === 0) return;
  const hosts = closed.map(({ host }) => host);
  await tx.update(webhookHost).set({ openUntil: now }).where(inArray(webhookHost.host, hosts));
}
