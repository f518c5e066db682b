import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { apiRequest } from '@/db/schema/request-log';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { StatusClass } from '@/lib/domain/status-class';
import { visibleTo } from '@/lib/keys/key-conditions';
import type { NotedRequest } from './request-log';
import { isKept } from './requests-kept';

/**
 * The conditions are written out, so that the planner sees that the index of refused requests
 * covers the last two.
 */
const IN_CLASS: Readonly<Record<StatusClass, SQL>> = {
  '2xx': sql`status between 200 and 299`,
  '4xx': sql`status between 400 and 499`,
  '5xx': sql`status between 500 and 599`,
};

interface RequestQuery {
  readonly statusClass?: StatusClass | undefined;
  /** Maximum requests on the page, from 1 to 100. */
  readonly limit: number;
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

export interface RequestPage {
  readonly requests: readonly NotedRequest[];
  readonly hasMore: boolean;
}

/**
 * One page of the requests of an API key in the last 7 days, newest first.
 *
 * @throws Problem `not_found`, also for a key that the actor may not see
 */
export async function listRequests(
  db: Db,
  actor: Member,
  apiKeyId: string,
  { statusClass, limit, after }: RequestQuery,
  now: Date,
): Promise<RequestPage> {
  const visible = await db.$count(apiKey, and(eq(apiKey.id, apiKeyId), visibleTo(actor)));
  if (visible === 0) throw new Problem('not_found', 'There is no API key with this id.');
  const rows = await db
    .select()
    .from(apiRequest)
    .where(
      and(
        eq(apiRequest.apiKeyId, apiKeyId),
        isKept(now),
        statusClass && IN_CLASS[statusClass],
        after &&
          sql`(${apiRequest.at}, ${apiRequest.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(apiRequest.at), desc(apiRequest.id))
    // Read one request more to know whether more follow.
    .limit(limit + 1);
  return { requests: rows.slice(0, limit), hasMore: rows.length > limit };
}
