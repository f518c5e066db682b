import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookEndpointStanding, webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks } from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { newlyDueColumns } from '../delivery/make-deliveries-due';
import { notifyDue } from '../events/create-event';
import { isHostOfEndpoint, lockEndpoint, lockHostOf } from './lock-endpoint';

/**
 * Resumes a paused endpoint. Its waiting deliveries become due and their retry schedules restart.
 * New events for the endpoint wait until the transaction ends.
 *
 * @returns the number of deliveries that waited
 * @throws Problem as {@link assertMayManageWebhooks}; `not_found`, also for an endpoint that the actor may not
 *   see
 */
export async function resumeEndpoint(db: Db, actor: Actor, id: string, now: Date): Promise<number> {
  assertMayManageWebhooks(actor);
  return db.transaction((tx) => endPause(tx, actor, id, now));
}

async function endPause(tx: Db, actor: Actor, id: string, now: Date): Promise<number> {
  const endpoint = await lockEndpoint(tx, actor, id);
  if (!endpoint.pausedAt) return 0;
  await tx
    .update(webhookEndpoint)
    .set({ pausedAt: null, pausedBy: null, switchedOff: false })
    .where(eq(webhookEndpoint.id, id));
  await lockHostOf(tx, endpoint);
  // Forgets the failures before the pause, which would switch the endpoint off again.
  await tx
    .update(webhookEndpointStanding)
    .set({
      failingSince: null,
      inARow: 0,
      sameInARow: 0,
      lastAt: null,
      lastSuccessAt: null,
      lastFailureAt: null,
    })
    .where(eq(webhookEndpointStanding.endpointId, id));
  // First releases deliveries whose attempt began before the pause and still runs. They then
  // become due even if their sender crashes.
  const { merchantId, host, url } = endpoint;
  const isToEndpoint = and(
    eq(delivery.merchantId, merchantId),
    eq(delivery.host, host),
    eq(delivery.url, url),
  );
  await tx
    .update(delivery)
    .set({ held: false })
    .where(and(sql`${delivery.status} = 'delivering' and ${delivery.held}`, isToEndpoint));
  const released = await tx
    .update(delivery)
    .set({ ...newlyDueColumns(now), held: false })
    .where(and(sql`${delivery.status} = 'pending' and ${delivery.held}`, isToEndpoint))
    .returning({ id: delivery.id });
  const waited = released.length;
  if (waited > 0) {
    await notifyDue(tx);
    // The host may work again, so its pause ends too, as after a resend.
    await tx
      .update(webhookHost)
      .set({ openUntil: now })
      .where(and(isHostOfEndpoint(endpoint), gt(webhookHost.openUntil, now)));
  }
  const data = { host: hideSecret(endpoint.host), waited };
  await recordAuditEntry(tx, actor, 'endpoint.resume', id, data, now);
  return waited;
}
