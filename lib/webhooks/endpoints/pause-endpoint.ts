import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry, recordServerAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayManageWebhooks, OPERATOR } from '@/lib/domain/actor';
import { hideSecret } from '@/lib/domain/secret-text';
import { type EndpointRow, lockEndpoint, lockHostOf } from './lock-endpoint';

/**
 * Pauses an endpoint. Attempts in flight finish; if they fail, their deliveries wait too.
 *
 * @throws Problem as {@link assertMayManageWebhooks}; `not_found`, also for an endpoint that the actor may
 *   not see
 */
export async function pauseEndpoint(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  assertMayManageWebhooks(actor);
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor, id);
    if (endpoint.pausedAt) return;
    const pausedBy = actor.kind === 'member' ? actor.userId : null;
    await beginPause(tx, endpoint, { pausedAt: now, pausedBy });
    const data = { host: hideSecret(endpoint.host) };
    await recordAuditEntry(tx, actor, 'endpoint.pause', id, data, now);
  });
}

/** Pauses a failing endpoint in the name of the server. */
export async function switchOffEndpoint(db: Db, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, OPERATOR, id);
    if (endpoint.pausedAt) return;
    await beginPause(tx, endpoint, { pausedAt: now, switchedOff: true });
    const data = { host: hideSecret(endpoint.host) };
    await recordServerAuditEntry(tx, endpoint.merchantId, 'endpoint.switch_off', id, data, now);
  });
}

async function beginPause(tx: Db, endpoint: EndpointRow, pause: Partial<EndpointRow>) {
  await tx.update(webhookEndpoint).set(pause).where(eq(webhookEndpoint.id, endpoint.id));
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
  return ids(pending).unionAll(ids(delivering));
}
