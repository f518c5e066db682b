import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookEndpointStanding, webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks } from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { makeDeliveriesDue, newlyDueColumns } from '../delivery/make-deliveries-due';
import { notifyDue } from '../events/create-event';
import {
  type EndpointRow,
  endpointNotFound,
  isHostOfEndpoint,
  isVisibleEndpointWithIdSql,
  lockEndpoint,
  lockHostOf,
} from './lock-endpoint';

/**
 * Resumes a paused endpoint. Its waiting deliveries become due and their retry schedules restart.
 * If this process crashes, the endpoint stays paused.
 *
 * @returns the number of deliveries that waited
 * @throws Problem as {@link assertMayManageWebhooks}; `not_found`, also for an endpoint that the actor may not
 *   see
 */
export async function resumeEndpoint(db: Db, actor: Actor, id: string, now: Date): Promise<number> {
  assertMayManageWebhooks(actor);
  const [endpoint] = await db
    .select()
    .from(webhookEndpoint)
    .where(isVisibleEndpointWithIdSql(actor, id));
  if (!endpoint) throw endpointNotFound();
  const waited = await db.transaction((tx) => releaseHeld(tx, endpoint, now));
  return db.transaction((tx) => endPause(tx, actor, id, waited, now));
}

/**
 * Releases the held deliveries without blocking new ones, which are still created as held. Only the
 * last few deliveries are released under the lock that blocks new ones.
 */
async function releaseHeld(tx: Db, endpoint: EndpointRow, now: Date): Promise<number> {
  const rows = await tx
    .update(delivery)
    .set({ ...newlyDueColumns(now), held: false })
    .where(heldFor(endpoint))
    .returning({ id: delivery.id });
  if (rows.length > 0) await notifyDue(tx);
  return rows.length;
}

async function endPause(
  tx: Db,
  actor: Actor,
  id: string,
  released: number,
  now: Date,
): Promise<number> {
  const endpoint = await lockEndpoint(tx, actor, id);
  if (!endpoint.pausedAt) return released;
  await tx
    .update(webhookEndpoint)
    .set({ pausedAt: null, pausedBy: null, switchedOff: false })
    .where(eq(webhookEndpoint.id, id));
  await lockHostOf(tx, endpoint);
  // Otherwise, the failures before the pause would switch the endpoint off again.
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
  // A delivery may have an attempt that began before the pause and still runs. Such deliveries are
  // released before the waiting ones, so that they become due even if their sender crashes now.
  const { merchantId, url } = endpoint;
  await tx
    .update(delivery)
    .set({ held: false })
    .where(
      and(
        sql`${delivery.status} = 'delivering'`,
        eq(delivery.held, true),
        eq(delivery.merchantId, merchantId),
        eq(delivery.url, url),
      ),
    );
  const waited = released + (await makeDeliveriesDue(tx, heldFor(endpoint), now));
  if (waited > 0) {
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

function heldFor({ merchantId, host, url }: EndpointRow): SQL | undefined {
  return and(
    sql`${delivery.status} = 'pending' and ${delivery.nextAttemptAt} is null`,
    eq(delivery.merchantId, merchantId),
    eq(delivery.host, host),
    eq(delivery.url, url),
  );
}
