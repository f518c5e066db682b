import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKeySecret } from '@/db/schema/accounts';
import { lockKey } from './lock-key';
import { storeKeySecret } from './store-secrets';

export interface RotatedKey {
  readonly id: string;
  /** In clear here and never again. */
  readonly apiKey: string;
  /** Until when the secrets before this one are still accepted. */
  readonly previousValidUntil: Date;
}

/**
 * Gives a key a new secret; its identity, and with it its payments, stays. Secrets before it are
 * accepted for `overlapSeconds` more, never longer than they were already promised.
 */
export async function rotateKey(
  db: Db,
  apiKeyId: string,
  overlapSeconds: number,
  now: Date,
): Promise<RotatedKey> {
  const end = new Date(now.getTime() + overlapSeconds * 1000);
  return db.transaction(async (tx) => {
    const key = await lockKey(tx, apiKeyId);
    await tx
      .update(apiKeySecret)
      .set({ expiresAt: end })
      .where(
        and(
          eq(apiKeySecret.apiKeyId, key.id),
          or(isNull(apiKeySecret.expiresAt), gt(apiKeySecret.expiresAt, end)),
        ),
      );
    const plain = await storeKeySecret(tx, key.id, key.network, now);
    return { id: key.id, apiKey: plain, previousValidUntil: end };
  });
}
