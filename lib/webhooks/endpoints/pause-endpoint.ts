import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry, recordServerAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks, OPERATOR } from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { type EndpointRow, lockEndpoint, lockHostOf } from './lock-endpoint';

/** Maximum deliveries per transaction, because events and attempts wait for its locks. */
export const MAX_BATCH = 1_000;

/**
 * Pauses an endpoint. Attempts in flight finish; if they fail, their deliveries wait too. If the
 * server crashes before all deliveries are held, a second call holds the rest.
 *
 * @throws Problem as {@link assertMayManageWebhooks}; `not_found`, also for an endpoint that the actor may
 *   not see
 */
export async function pauseEndpoint(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  assertMayManageWebhooks(actor);
  const endpoint = await db.transaction(async (tx) => {
    const found = await lockEndpoint(tx, actor, id);
    if (found.pausedAt) return found;
    const pausedBy = actor.kind === 'member' ? actor.userId : null;
    await recordPause(tx, id, { pausedAt: now, pausedBy });
    const data = { host: hideSecret(found.host) };
    await recordAuditEntry(tx, actor, 'endpoint.pause', id, data, now);
    return found;
  });
  await holdAll(db, endpoint);
}

/** Pauses a failing endpoint in the name of the server. */
export async function switchOffEndpoint(db: Db, id: string, now: Date): Promise<void> {
  const endpoint = await db.transaction(async (tx) => {
    const found = await lockEndpoint(tx, OPERATOR, id);
    if (found.pausedAt) return found;
    await recordPause(tx, id, { pausedAt: now, switchedOff: true });
    const data = { host: hideSecret(found.host) };
    await recordServerAuditEntry(tx, found.merchantId, 'endpoint.switch_off', id, data, now);
    return found;
  });
  await holdAll(db, endpoint);
}

async function recordPause(tx: Db, id: string, pause: Partial<EndpointRow>): Promise<void> {
  await tx.update(webhookEndpoint).set(pause).where(eq(webhookEndpoint.id, id));
}

/** Holds the unfinished deliveries. Events that see the recorded pause create held deliveries. */
async function holdAll(db: Db, endpoint: EndpointRow): Promise<void> {
  while ((await db.transaction((tx) => holdSome(tx, endpoint))) === MAX_BATCH);
}

/** Returns the number of deliveries that are held now; 0 if the endpoint was resumed. */
async function holdSome(tx: Db, endpoint: EndpointRow): Promise<number> {
  const [paused] = await tx
    .select({ frozen: SET_IDLE_TIMEOUT_SQL })
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.id, endpoint.id), isNotNull(webhookEndpoint.pausedAt)))
    .for('key share');
  if (!paused) return 0;
  await lockHostOf(tx, endpoint);
  const held = await tx
    .update(delivery)
    .set({ held: true, nextAttemptAt: null })
    .where(
      and(
        inArray(delivery.id, unfinishedTo(tx, endpoint)),
        // A delivery may have ended after the statement began, so its status is checked again.
        inArray(delivery.status, ['pending', 'delivering']),
      ),
    )
    .returning({ id: delivery.id });
  return held.length;
}

/** Selects unfinished deliveries that are not held. A union, because each status has an index. */
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
  return ids(pending).unionAll(ids(delivering)).limit(MAX_BATCH);
}
