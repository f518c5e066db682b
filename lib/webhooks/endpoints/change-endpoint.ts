import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { webhookEndpoint, webhookEndpointStanding } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { hideSecret } from '@/lib/domain/secret-text';
import { lockRole } from '@/lib/keys/key-conditions';
import { replaceSigningSecret } from '@/lib/keys/rotate-signing-secret';
import type { Vault } from '@/lib/keys/vault';
import type { EndpointSettings } from './create-endpoint';
import { type EndpointRow, isDeliveredToEndpointSql, lockEndpoint } from './lock-endpoint';

type Changes = { readonly [Name in keyof EndpointSettings]?: EndpointSettings[Name] | undefined };

/**
 * Changes settings of an endpoint. If no member added it, only its name can be changed.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `not_found`; `invalid_request`
 */
export async function updateEndpoint(
  db: Db,
  actor: Member,
  id: string,
  { events, ...changes }: Changes,
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor, id);
    await lockRole(tx, actor);
    if (events || changes.network !== undefined) requireMade(endpoint);
    const set = { ...changes, ...(events && { events: [...events] }) };
    if (Object.keys(set).length === 0) return;
    await tx.update(webhookEndpoint).set(set).where(eq(webhookEndpoint.id, id));
    const data = { name: changes.name ?? endpoint.name, changed: Object.keys(set) };
    await recordAuditEntry(tx, actor, 'endpoint.update', id, data, now);
  });
}

/**
 * Replaces the signing secret of an endpoint that a member added. For `overlapSeconds`, webhooks
 * are signed with both secrets.
 *
 * @returns the new secret in plain text; it cannot be read again
 * @throws Problem as {@link updateEndpoint}
 */
export async function rotateEndpointSecret(
  db: Db,
  vault: Vault,
  actor: Member,
  id: string,
  overlapSeconds: number,
  now: Date,
): Promise<string> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  return db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor, id);
    await lockRole(tx, actor);
    requireMade(endpoint);
    const plain = await replaceSigningSecret(tx, vault, id, overlapSeconds, now);
    const data = { name: endpoint.name, overlap_seconds: overlapSeconds };
    await recordAuditEntry(tx, actor, 'endpoint.rotate_secret', id, data, now);
    return plain;
  });
}

/**
 * Removes an endpoint that a member added. From then on, the URL gets only events of payments that
 * name it. Pending deliveries are still sent, and earlier ones stay listed.
 *
 * @throws Problem as {@link updateEndpoint}
 */
export async function removeEndpoint(db: Db, actor: Member, id: string, now: Date): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, actor, id);
    await lockRole(tx, actor);
    requireMade(endpoint);
    if ((await tx.$count(delivery, isDeliveredToEndpointSql(endpoint))) > 0) {
      const none = { events: null, network: null };
      await tx.update(webhookEndpoint).set(none).where(eq(webhookEndpoint.id, id));
    } else {
      await tx.delete(signingSecret).where(eq(signingSecret.ownerId, id));
      await tx.delete(webhookEndpointStanding).where(eq(webhookEndpointStanding.endpointId, id));
      await tx.delete(webhookEndpoint).where(eq(webhookEndpoint.id, id));
    }
    const data = { name: endpoint.name, host: hideSecret(endpoint.host) };
    await recordAuditEntry(tx, actor, 'endpoint.remove', id, data, now);
  });
}

function requireMade({ events }: EndpointRow): void {
  if (events) return;
  throw new Problem(
    'invalid_request',
    'Payments name this URL, so their API keys decide which events it gets.',
  );
}
