import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
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
import { MAX_BATCH } from './pause-endpoint';

/**
 * Resumes a paused endpoint. Its waiting deliveries become due and their retry schedules restart.
 * If the server crashes before the end, the endpoint stays paused, and the other deliveries wait.
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
  let waited = 0;
  for (let released = MAX_BATCH; released === MAX_BATCH; waited += released) {
    released = await db.transaction((tx) => releaseSome(tx, endpoint, now));
  }
  return db.transaction((tx) => endPause(tx, actor, id, waited, now));
}

/**
 * Releases a batch of held deliveries. New events do not wait for it, and their deliveries are
 * still created as held.
 */
async function releaseSome(tx: Db, endpoint: EndpointRow, now: Date): Promise<number> {
  const some = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(isHeldFor(endpoint))
    .limit(MAX_BATCH)
    .for('update');
  const rows = await tx
    .update(delivery)
    .set({ ...newlyDueColumns(now), held: false })
    .where(inArray(delivery.id, some))
    .returning({ id: delivery.id });
  if (rows.length > 0) await notifyDue(tx);
  return rows.length;
}

/** Ends the pause, and releases the last few deliveries under the lock that new events wait for. */
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
  await tx
    .update(delivery)
    .set({ held: false })
    .where(
      and(sql`${delivery.status} = 'delivering' and ${delivery.held}`, isToEndpoint(endpoint)),
    );
  const waited = released + (await makeDeliveriesDue(tx, isHeldFor(endpoint), now));
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

/** Only a held delivery is pending without a next attempt, and the index has no column `held`. */
function isHeldFor(endpoint: EndpointRow): SQL | undefined {
  const isHeld = sql`${delivery.status} = 'pending' and ${delivery.nextAttemptAt} is null`;
  return and(isHeld, isToEndpoint(endpoint));
}

function isToEndpoint({ merchantId, host, url }: EndpointRow): SQL | undefined {
  return and(eq(delivery.merchantId, merchantId), eq(delivery.host, host), eq(delivery.url, url));
}
