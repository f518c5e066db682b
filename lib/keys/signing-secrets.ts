import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import type { Vault } from './vault';

/** The signing secrets of a key that are valid now, in clear, newest first. */
export async function activeSigningSecrets(
  db: Db,
  vault: Vault,
  apiKeyId: string,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ ciphertext: signingSecret.ciphertext })
    .from(signingSecret)
    .where(
      and(
        eq(signingSecret.apiKeyId, apiKeyId),
        or(isNull(signingSecret.expiresAt), gt(signingSecret.expiresAt, now)),
      ),
    )
    .orderBy(sql`${signingSecret.expiresAt} desc nulls first`, desc(signingSecret.createdAt));
  return rows.map((row) => vault.open(row.ciphertext));
}
