import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookEndpoint, webhookEndpointStanding, webhookHost } from '@/db/schema/endpoints';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import type { EventType } from '@/lib/domain/event-types';
import type { Network } from '@/lib/domain/network';
import { Problem, type ProblemCode } from '@/lib/domain/problems';
import { hideSecret } from '@/lib/domain/secret-text';
import type { WebhookUrlCheck } from '@/lib/keys/check-default-url';
import { lockRole } from '@/lib/keys/key-conditions';
import { replaceSigningSecret } from '@/lib/keys/rotate-signing-secret';
import type { Vault } from '@/lib/keys/vault';
import { endpointId } from '../endpoint-id';
import { hostKey } from '../transport/target-url';

export interface EndpointSettings {
  readonly name: string;
  readonly events: readonly EventType[];
  /** Limits the endpoint to events of this network; null for all networks. */
  readonly network: Network | null;
}

export interface CreatedEndpoint {
  readonly id: string;
  /** In plain text; it cannot be read again. */
  readonly signingSecret: string;
}

/** Maximum endpoints that a merchant's members can add. Each event may go to all of them. */
export const MAX_ADDED_ENDPOINTS = 20;

/**
 * Adds an endpoint that gets events of all payments, even of payments with another webhook URL. If
 * a payment has this URL, its webhooks are signed with the secrets of both the API key and the
 * endpoint.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `invalid_request` and
 *   `webhook_url_rejected` at the URL
 */
export async function createEndpoint(
  db: Db,
  vault: Vault,
  actor: Member,
  request: EndpointSettings & { readonly url: string },
  now: Date,
  checkUrl: WebhookUrlCheck,
): Promise<CreatedEndpoint> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const { url, name, events, network } = request;
  await checkUrl(url).catch((error: unknown) => {
    const isRefused = error instanceof Problem && error.code === 'webhook_url_rejected';
    throw isRefused ? atUrl(error.code, error.detail) : error;
  });
  const { merchantId } = actor;
  const host = hostKey(url);
  return db.transaction(async (tx) => {
    // The role may have changed during the DNS look-up.
    await lockRole(tx, actor);
    await tx.insert(webhookHost).values({ merchantId, host }).onConflictDoNothing();
    const id = endpointId(sql`${merchantId}::text`, sql`${url}::text`);
    await tx
      .insert(webhookEndpoint)
      .values({ id, merchantId, url, host, createdAt: now })
      .onConflictDoNothing();
    const isMade = and(
      eq(webhookEndpoint.merchantId, merchantId),
      isNotNull(webhookEndpoint.events),
    );
    if ((await tx.$count(webhookEndpoint, isMade)) >= MAX_ADDED_ENDPOINTS) {
      throw atUrl('invalid_request', `At most ${MAX_ADDED_ENDPOINTS} endpoints can be added.`);
    }
    const [made] = await tx
      .update(webhookEndpoint)
      .set({ name, events: [...events], network })
      .where(and(eq(webhookEndpoint.id, id), isNull(webhookEndpoint.events)))
      .returning({ id: webhookEndpoint.id });
    if (!made) throw atUrl('invalid_request', 'There is an endpoint with this URL already.');
    const standing = { endpointId: made.id, merchantId };
    await tx.insert(webhookEndpointStanding).values(standing).onConflictDoNothing();
    const signingSecret = await replaceSigningSecret(tx, vault, made.id, 0, now);
    const data = { name, host: hideSecret(host) };
    await recordAuditEntry(tx, actor, 'endpoint.create', made.id, data, now);
    return { id: made.id, signingSecret };
  });
}

function atUrl(code: ProblemCode, message: string): Problem {
  return new Problem(code, message, { errors: [{ pointer: '/url', code: 'rejected', message }] });
}
