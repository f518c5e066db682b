import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';

type KeyRow = typeof apiKey.$inferSelect;

/**
 * A key of the person's merchant, locked for the rest of the transaction.
 *
 * @throws Problem `not_found`, also for a key of another merchant
 */
export async function ownKey(tx: Db, actor: Member, apiKeyId: string): Promise<KeyRow> {
  const [row] = await tx
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.id, apiKeyId), eq(apiKey.merchantId, actor.merchantId)))
    .for('update');
  if (!row) throw new Problem('not_found', 'There is no API key with this id.');
  return row;
}
