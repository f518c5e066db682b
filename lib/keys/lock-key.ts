import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { Problem } from '@/lib/domain/problems';

/**
 * Locks a key's row for the rest of the transaction, so that rotations follow one another.
 *
 * @throws Problem `not_found` when there is no such key, `forbidden` when it is revoked
 */
export async function lockKey(tx: Db, apiKeyId: string): Promise<typeof apiKey.$inferSelect> {
  const [row] = await tx.select().from(apiKey).where(eq(apiKey.id, apiKeyId)).for('update');
  if (!row) throw new Problem('not_found', 'There is no API key with this id.');
  if (row.revokedAt) throw new Problem('forbidden', 'This API key is revoked: create a new one.');
  return row;
}
