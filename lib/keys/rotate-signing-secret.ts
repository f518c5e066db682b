import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { lockKey } from './lock-key';
import { storeSigningSecret } from './store-secrets';
import type { Vault } from './vault';

export interface RotatedSigningSecret {
  readonly id: string;
  /** In clear here and never again. */
  readonly signingSecret: string;
  /** Until when webhooks are signed with the secrets before this one too. */
  readonly previousValidUntil: Date;
}

/** Gives a key a new signing secret; webhooks carry both signatures for `overlapSeconds` more. */
export async function rotateSigningSecret(
  db: Db,
  vault: Vault,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedSigningSecret> {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, apiKeyId);
    await tx
      .update(signingSecret)
      .set({ expiresAt: end })
      .where(
        and(
          eq(signingSecret.apiKeyId, key.id),
          or(isNull(signingSecret.expiresAt), gt(signingSecret.expiresAt, end)),
        ),
      );
    const plain = await storeSigningSecret(tx, vault, key.id, now);
    return { id: key.id, signingSecret: plain, previousValidUntil: end };
  });
}
