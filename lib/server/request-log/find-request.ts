import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { apiRequest } from '@/db/schema/request-log';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { isWithinRetention, type RequestView, requestColumns } from './retention';

/**
 * Finds a request of the last 7 days, of any API key of the actor's merchant.
 *
 * @throws Problem `not_found`, also for a request of another merchant
 */
export async function findRequest(
  db: Db,
  actor: Member,
  id: string,
  now: Date,
): Promise<RequestView> {
  const [found] = await db
    .select({ ...requestColumns, apiKey: { id: apiKey.id, name: apiKey.name } })
    .from(apiRequest)
    .innerJoin(apiKey, eq(apiKey.id, apiRequest.apiKeyId))
    .where(and(eq(apiRequest.id, id), isKeyVisibleTo(actor), isWithinRetention(now)));
  if (!found) throw new Problem('not_found', 'No request of the last 7 days has this id.');
  return found;
}
