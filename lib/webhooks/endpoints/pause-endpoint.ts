import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry, recordServerAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks, OPERATOR } from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { type EndpointRow, lockEndpoint, lockHostOf } from './lock-endpoint';

/**
 * Pauses an endpoint. Attempts in flight finish; if they fail, their deliveries wait too. If the
 * server crashes before the deliveries are held, a second call holds them.
 *
 * @throws Problem as {@link assertMayManageWebhooks}; `not_found`, also for an endpoint that the actor may
 *   not see
 */
export async function pauseEndpoint(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  assertMayManageWebhooks(actor);
  await holdAll(db, await db.transaction((tx) => notePause(tx, actor, id, now)));
}

/** Pauses a failing endpoint in the name of the server. */
export async function switchOffEndpoint(db: Db, id: string, now: Date): Promise<void> {
  const endpoint = await db.transaction(async (tx) => {
    const found = await lockEndpoint(tx, OPERATOR, id);
    if (found.pausedAt) return found;
    await tx
      .update(webhookEndpoint)
      .set({ pausedAt: now, switchedOff: true })
      .where(eq(webhookEndpoint.id, id));
    const data = { host: hideSecret(found.host) };
    await recordServerAuditEntry(tx, found.merchantId, 'endpoint.switch_off', id, data, now);
    return found;
  });
  await holdAll(db, endpoint);
}

async function notePause(tx: Db, actor: Actor, id: string, now: Date): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, actor, id);
  if (endpoint.pausedAt) return endpoint;
  const pausedBy = actor.kind === 'member' ? actor.userId : null;
  await tx
    .update(webhookEndpoint)
    .set({ pausedAt: now, pausedBy })
    .where(eq(webhookEndpoint.id, id));
  await recordAuditEntry(tx, actor, 'endpoint.pause', id, { host: hideSecret(endpoint.host) }, now);
  return endpoint;
}

/**
 * Marks the existing deliveries as held, unless the endpoint was resumed. New deliveries are
 * created as held, because the pause has already been recorded.
 */
async function holdAll(db: Db, endpoint: EndpointRow): Promise<void> {
  await db.transaction(async (tx) => {
    const [paused] = await tx
      .select({ frozen: SET_IDLE_TIMEOUT_SQL })
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.id, endpoint.id), isNotNull(webhookEndpoint.pausedAt)))
      .for('key share');
    if (!paused) return;
    await lockHostOf(tx, endpoint);
    await tx
      .update(delivery)
      .set({ held: true, nextAttemptAt: null })
      .where(
        and(
          inArray(delivery.id, unfinishedTo(tx, endpoint)),
          // A delivery may have ended after the statement began, so its status is checked again.
          inArray(delivery.status, ['pending', 'delivering']),
        ),
      );
  });
}

/** Selects unfinished deliveries that are not held yet. Each status has an index of its own. */
function unfinishedTo(tx: Db, { merchantId, host, url }: EndpointRow) {
  const ids = (which: SQL) =>
    tx
      .select({ id: delivery.id })
      .from(delivery)
      .where(
        and(
          which,
          eq(delivery.merchantId, merchantId),
          eq(delivery.host, host),
          eq(delivery.url, url),
        ),
      );
  // The statuses are literals, not parameters, so that the planner can use the partial index.
  const pending = sql`${delivery.status} = 'pending' and ${delivery.nextAttemptAt} is not null`;
  const delivering = sql`${delivery.status} = 'delivering' and not ${delivery.held}`;
  return ids(pending).unionAll(ids(delivering));
}
