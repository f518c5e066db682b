import { and, gt, inArray, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, webhookHost } from '@/db/schema/webhooks';
import { notifyDue } from './create-event';

/**
 * Makes deliveries due like new ones: the retry schedule restarts. None of them may be in flight.
 *
 * @returns the number of deliveries
 */
export async function makeDue(tx: Db, which: SQL | undefined, now: Date): Promise<number> {
  // Hosts before deliveries, as at the end of an attempt, so that the two cannot deadlock.
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

/** A resend suggests that the host works again, so its pause ends. */
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
