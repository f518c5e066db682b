import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { apiRequest } from '@/db/schema/request-log';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { visibleTo } from '@/lib/keys/key-conditions';
import type { NotedRequest } from './request-log';
import { isKept } from './requests-kept';

export interface FoundRequest extends NotedRequest {
  readonly keyName: string;
}

/**
 * A request from the last 7 days, of any API key of the actor's merchant.
 *
 * @throws Problem `not_found`, also for a request of another merchant
 */
export async function findRequest(
  db: Db,
  actor: Member,
  id: string,
  now: Date,
): Promise<FoundRequest> {
  const [found] = await db
    .select({ ...getTableColumns(apiRequest), keyName: apiKey.name })
    .from(apiRequest)
    .innerJoin(apiKey, eq(apiKey.id, apiRequest.apiKeyId))
    .where(and(eq(apiRequest.id, id), visibleTo(actor), isKept(now)));
  if (!found) throw new Problem('not_found', 'No request of the last 7 days has this id.');
  return found;
}
