import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery, deliveryAttempt, webhookHost } from '@/db/schema/webhooks';
import { afterTry, type HostSign } from './breaker';
import type { Claim } from './claim';
import { notifyDue } from './create-event';

/**
 * Writes what a try says of its host, and on the first success after failures makes all that
 * waits for this host due at once; the host's share still bounds how much is sent together.
 *
 * @returns failsAlone: the host took other events since this delivery's previous try failed, so a
 * recovery of the host is no reason to hurry this one
 */
export async function noteHost(
  tx: Db,
  claim: Claim,
  sign: HostSign,
  now: Date,
): Promise<{ readonly failsAlone: boolean }> {
  if (sign === 'unknown') return { failsAlone: false };
  const state = await lockHost(tx, claim.host);
  const next = afterTry(state, sign, now);
  await tx
    .update(webhookHost)
    .set({
      failures: next.failures,
      openUntil: next.openUntil,
      ...(sign === 'success' ? { lastSuccessAt: now, lastFailureAt: null } : {}),
      ...(sign === 'failure' ? { lastFailureAt: now } : {}),
    })
    .where(eq(webhookHost.host, claim.host));
  if (sign === 'success') {
    // Not by the failures in a row: an answer that refuses its event ends the row, not the wait.
    if (state.lastFailureAt) await releaseWaiting(tx, claim.host, now);
    return { failsAlone: false };
  }
  return { failsAlone: await tookOthersSince(tx, claim, state.lastSuccessAt) };
}

async function lockHost(tx: Db, host: string) {
  const [row] = await tx
    .insert(webhookHost)
    .values({ host })
    // Sets nothing new: it takes the row's lock whether or not the row was there.
    .onConflictDoUpdate({ target: webhookHost.host, set: { host } })
    .returning();
  if (!row) throw new Error('an upsert that returns a row returned none');
  return row;
}

async function releaseWaiting(tx: Db, host: string, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const earliest = sql`greatest(${at}, ${delivery.notBefore})`;
  await tx
    .update(delivery)
    .set({ nextAttemptAt: earliest })
    .where(
      and(
        eq(delivery.host, host),
        eq(delivery.status, 'pending'),
        gt(delivery.nextAttemptAt, earliest),
      ),
    );
  await notifyDue(tx);
}

async function tookOthersSince(tx: Db, claim: Claim, lastSuccessAt: Date | null): Promise<boolean> {
  if (!lastSuccessAt) return false;
  const [previous] = await tx
    .select({
      at: sql<Date>`coalesce(${deliveryAttempt.finishedAt}, ${deliveryAttempt.startedAt})`.mapWith(
        deliveryAttempt.startedAt,
      ),
    })
    .from(deliveryAttempt)
    .where(
      and(
        eq(deliveryAttempt.deliveryId, claim.deliveryId),
        eq(deliveryAttempt.number, claim.attempt - 1),
      ),
    );
  return previous !== undefined && previous.at <= lastSuccessAt;
}
