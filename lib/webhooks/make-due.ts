import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
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

/** A resend suggests that the host works again, so its pause for that merchant ends. */
async function reopenHosts(tx: Db, which: SQL | undefined, now: Date): Promise<void> {
  const { merchantId, host } = webhookHost;
  const wanted = tx
    .select({ merchantId: delivery.merchantId, host: delivery.host })
    .from(delivery)
    .where(which);
  const closed = tx.$with('closed').as(
    tx
      .select({ merchantId, host })
      .from(webhookHost)
      .where(and(gt(webhookHost.openUntil, now), sql`(${merchantId}, ${host}) in ${wanted}`))
      .orderBy(merchantId, host)
      .for('update'),
  );
  await tx
    .with(closed)
    .update(webhookHost)
    .set({ openUntil: now })
    .from(closed)
    .where(and(eq(merchantId, closed.merchantId), eq(host, closed.host)));
}
