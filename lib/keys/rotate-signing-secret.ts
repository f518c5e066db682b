import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import { endsAfter, lockUnrevokedKey } from './key-conditions';
import { MAX_VALID, storeSigningSecret } from './signing-secrets';
import type { Vault } from './vault';

export interface RotatedSigningSecret {
  readonly id: string;
  /** The new signing secret in plain text; it cannot be read again. */
  readonly signingSecret: string;
  /** Time until which webhooks are also signed with earlier secrets. */
  readonly previousValidUntil: Date;
}

/**
 * Gives a key a new signing secret. Webhooks carry both signatures for another `overlapSeconds`;
 * beyond {@link MAX_VALID} secrets, the oldest end immediately.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator, and for a revoked key;
 *   `not_found`
 */
export async function rotateSigningSecret(
  db: Db,
  vault: Vault,
  actor: Actor,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedSigningSecret> {
  mayAdminister(actor);
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.transaction(async (tx) => {
    const { id, name } = await lockUnrevokedKey(tx, actor, apiKeyId);
    await tx
      .update(signingSecret)
      .set({ expiresAt: end })
      .where(and(eq(signingSecret.apiKeyId, id), endsAfter(signingSecret.expiresAt, end)));
    await endOldest(tx, id, now);
    const plain = await storeSigningSecret(tx, vault, id, now);
    const data = { name, overlap_seconds: overlapSeconds };
    await recordAuditEntry(tx, actor, 'signing_secret.rotate', id, data, now);
    return { id, signingSecret: plain, previousValidUntil: end };
  });
}

/** Ends the oldest valid secrets of a key, to leave room for one more. */
async function endOldest(tx: Db, apiKeyId: string, now: Date): Promise<void> {
  const { id, expiresAt, createdAt } = signingSecret;
  const oldest = tx
    .select({ id })
    .from(signingSecret)
    .where(and(eq(signingSecret.apiKeyId, apiKeyId), gt(expiresAt, now)))
    .orderBy(desc(expiresAt), desc(createdAt))
    .offset(MAX_VALID - 1);
  await tx.update(signingSecret).set({ expiresAt: now }).where(inArray(id, oldest));
}
