import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayAdminister, requireRecentFactor } from '@/lib/domain/actor';
import { isUnexpired, lockUnrevokedKey } from './key-conditions';
import { MAX_VALID_SECRETS, storeSigningSecret } from './signing-secrets';
import type { Vault } from './vault';

export interface RotatedSigningSecret {
  readonly id: string;
  /** The new signing secret in plain text; it cannot be read again. */
  readonly signingSecret: string;
  readonly previousValidUntil: Date;
}

/**
 * Gives a key a new signing secret. Webhooks have both signatures for another `overlapSeconds`.
 * Beyond {@link MAX_VALID_SECRETS} secrets, the oldest expire immediately.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator, and for a revoked key;
 * `not_found`
 */
export async function rotateSigningSecret(
  db: Db,
  vault: Vault,
  actor: Actor,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedSigningSecret> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.transaction(async (tx) => {
    const { id, name } = await lockUnrevokedKey(tx, actor, apiKeyId);
    const plain = await replaceSigningSecret(tx, vault, id, overlapSeconds, now);
    const data = { name, overlap_seconds: overlapSeconds };
    await recordAuditEntry(tx, actor, 'signing_secret.rotate', id, data, now);
    return { id, signingSecret: plain, previousValidUntil: end };
  });
}

/**
 * Stores a new signing secret of a key or an endpoint, and returns it in plain text. The earlier
 * secrets expire after the overlap.
 */
export async function replaceSigningSecret(
  tx: Db,
  vault: Vault,
  ownerId: string,
  overlapSeconds: number,
  now: Date,
): Promise<string> {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  await tx
    .update(signingSecret)
    .set({ expiresAt: end })
    .where(and(eq(signingSecret.ownerId, ownerId), isUnexpired(signingSecret.expiresAt, end)));
  await endOldest(tx, ownerId, now);
  return storeSigningSecret(tx, vault, ownerId, now);
}

async function endOldest(tx: Db, ownerId: string, now: Date): Promise<void> {
  const { id, expiresAt, createdAt } = signingSecret;
  const oldest = tx
    .select({ id })
    .from(signingSecret)
    .where(and(eq(signingSecret.ownerId, ownerId), gt(expiresAt, now)))
    .orderBy(desc(expiresAt), desc(createdAt))
    .offset(MAX_VALID_SECRETS - 1);
  await tx.update(signingSecret).set({ expiresAt: now }).where(inArray(id, oldest));
}
