import { and, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { webhookEndpoint, webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import type { Actor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';

export type EndpointRow = typeof webhookEndpoint.$inferSelect;

/**
 * SQL for the endpoints that the actor may see. For an API key, these are the endpoints that got
 * webhooks of the key's payments, and the endpoints that members added for the key's network.
 */
export function isVisibleEndpointSql(actor: Actor): SQL | undefined {
  if (actor.kind === 'operator') return undefined;
  const merchant = eq(webhookEndpoint.merchantId, actor.merchantId);
  if (actor.kind === 'member') return merchant;
  const sent = sql`exists (
    select from ${delivery} where ${isDeliveredToEndpointSql(webhookEndpoint)}
      and ${delivery.apiKeyId} = ${actor.apiKeyId}
  )`;
  const { events, network } = webhookEndpoint;
  const isMade = and(isNotNull(events), or(isNull(network), eq(network, actor.network)));
  return and(merchant, or(sent, isMade));
}

export function isVisibleEndpointWithIdSql(actor: Actor, id: string): SQL | undefined {
  return and(eq(webhookEndpoint.id, id), isVisibleEndpointSql(actor));
}

export function endpointNotFound(): Problem {
  return new Problem('not_found', 'There is no webhook endpoint with this id.');
}

/**
 * Locks an endpoint. Until the transaction ends, no delivery to it is written, and later statements
 * see every delivery that was written before.
 *
 * @throws Problem `not_found`, also for an endpoint that the actor may not see
 */
export async function lockEndpoint(tx: Db, actor: Actor, id: string): Promise<EndpointRow> {
  const [row] = await tx
    .select({ ...getTableColumns(webhookEndpoint), frozen: SET_IDLE_TIMEOUT_SQL })
    .from(webhookEndpoint)
    .where(isVisibleEndpointWithIdSql(actor, id))
    .for('update');
  if (!row) throw endpointNotFound();
  return row;
}

/**
 * Locks the host of a locked endpoint. Until the transaction ends, no attempt to the host is
 * claimed or completed, which prevents deadlocks when deliveries are changed.
 */
export async function lockHostOf(tx: Db, endpoint: EndpointRow): Promise<void> {
  await tx
    .select({ host: webhookHost.host })
    .from(webhookHost)
    .where(isHostOfEndpoint(endpoint))
    .for('update');
}

export function isHostOfEndpoint({ merchantId, host }: EndpointRow): SQL | undefined {
  return and(eq(webhookHost.merchantId, merchantId), eq(webhookHost.host, host));
}

export function isDeliveredToEndpointSql(
  endpoint: Pick<EndpointRow, 'merchantId' | 'url'> | typeof webhookEndpoint,
): SQL {
  const { merchantId, url } = endpoint;
  return sql`(${delivery.merchantId} = ${merchantId} and ${delivery.url} = ${url})`;
}
