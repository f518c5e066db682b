import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { greenfieldKey } from '@/db/schema/greenfield';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member, requireRecentFactor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import { lockUnrevokedKey } from '@/lib/keys/key-conditions';
import { displayPrefix, hashKey, newApiKey } from '@/lib/keys/key-format';
import { withSeal } from '@/lib/keys/seal';
import type { PairingRequest } from './pairing-request';

export interface NewPairing {
  readonly id: string;
  readonly token: string;
  readonly storeId: string;
  readonly network: Network;
}

/**
 * Gives a plugin a key to one store. If the plugin has already requested a key with the same
 * identifier, address and permissions, a new token replaces the old token.
 *
 * @param storeId an API key of the actor's merchant
 * @throws Problem `forbidden` unless the actor is an owner, and for a revoked or expired API key;
 *   `not_found`
 */
export async function pairStore(
  db: Db,
  actor: Member,
  storeId: string,
  request: PairingRequest,
  now: Date,
): Promise<NewPairing> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  return db.transaction(async (tx) => {
    const store = await lockUnrevokedKey(tx, actor, storeId);
    if (store.expiresAt && store.expiresAt <= now) {
      throw new Problem('forbidden', 'This API key has expired: choose another one.');
    }
    const token = newApiKey(store.network);
    const { hash, seal } = withSeal('greenfield_key', { hash: hashKey(token), apiKeyId: storeId });
    const secret = { hash, prefix: displayPrefix(token), seal };
    const known = await findSame(tx, storeId, request);
    const id = known ?? newId('pairing');
    if (known) {
      const renewed = { ...secret, label: request.applicationName, createdBy: actor.userId };
      await tx.update(greenfieldKey).set(renewed).where(eq(greenfieldKey.id, id));
    } else {
      await tx.insert(greenfieldKey).values({
        id,
        apiKeyId: storeId,
        ...secret,
        label: request.applicationName,
        applicationIdentifier: request.applicationIdentifier,
        redirectUrl: request.redirect?.href ?? null,
        permissions: [...request.permissions],
        createdBy: actor.userId,
        createdAt: now,
      });
    }
    const data = {
      name: request.applicationName,
      key: store.name,
      ...(request.redirect && { host: request.redirect.host }),
      ...(known && { again: true }),
    };
    await recordAuditEntry(tx, actor, 'pairing.create', id, data, now);
    return { id, token, storeId, network: store.network };
  });
}

async function findSame(
  tx: Db,
  storeId: string,
  { applicationIdentifier, redirect, permissions }: PairingRequest,
): Promise<string | undefined> {
  if (applicationIdentifier === null || redirect === null) return undefined;
  const rows = await tx
    .select({ id: greenfieldKey.id, permissions: greenfieldKey.permissions })
    .from(greenfieldKey)
    .where(
      and(
        eq(greenfieldKey.apiKeyId, storeId),
        eq(greenfieldKey.applicationIdentifier, applicationIdentifier),
        eq(greenfieldKey.redirectUrl, redirect.href),
        isNull(greenfieldKey.revokedAt),
      ),
    );
  const wanted = [...permissions].sort().join();
  return rows.find((row) => [...row.permissions].sort().join() === wanted)?.id;
}
