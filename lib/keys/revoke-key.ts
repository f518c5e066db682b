import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { Problem } from '@/lib/domain/problems';

/**
 * Ends a key at once and for good; its payments are still followed and their webhooks sent.
 * Revoking it again changes nothing.
 */
export async function revokeKey(
  db: Db,
  apiKeyId: string,
  now: Date,
): Promise<{ id: string; revokedAt: Date }> {
  const [row] = await db
    .update(apiKey)
    .set({ revokedAt: sql`coalesce(${apiKey.revokedAt}, ${now.toISOString()}::timestamptz)` })
    .where(eq(apiKey.id, apiKeyId))
    .returning({ id: apiKey.id, revokedAt: apiKey.revokedAt });
  if (!row) throw new Problem('not_found', 'There is no API key with this id.');
  return { id: row.id, revokedAt: row.revokedAt ?? now };
}
