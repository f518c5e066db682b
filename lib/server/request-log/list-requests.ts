import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { apiRequest } from '@/db/schema/request-log';
import type { Member } from '@/lib/domain/actor';
import type { StatusClass } from '@/lib/domain/status-class';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { isWithinRetention, type RequestView, requestColumns } from './retention';

/**
 * The conditions are literals, so that the planner sees that the index of refused requests covers
 * 4xx and 5xx.
 */
const IN_CLASS: Readonly<Record<StatusClass, SQL>> = {
  '2xx': sql`status between 200 and 299`,
  '4xx': sql`status between 400 and 499`,
  '5xx': sql`status between 500 and 599`,
};

interface RequestQuery {
  /** By default, the requests of all keys are listed. */
  readonly apiKeyId?: string | undefined;
  readonly statusClass?: StatusClass | undefined;
  /** From 1 to 100. */
  readonly limit: number;
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

export interface RequestPage {
  readonly requests: readonly RequestView[];
  readonly hasMore: boolean;
}

/** Returns one page of the requests of the merchant's API keys in the last 7 days, newest first. */
export async function listRequests(
  db: Db,
  actor: Member,
  { apiKeyId, statusClass, limit, after }: RequestQuery,
  now: Date,
): Promise<RequestPage> {
  // Reads the newest requests of each key by its index, because a join would read all requests of
  // all keys.
  const ofKey = db
    .select(requestColumns)
    .from(apiRequest)
    .where(
      and(
        eq(apiRequest.apiKeyId, apiKey.id),
        isWithinRetention(now),
        statusClass && IN_CLASS[statusClass],
        after &&
          sql`(${apiRequest.at}, ${apiRequest.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(apiRequest.at), desc(apiRequest.id))
    // One more request shows whether others follow.
    .limit(limit + 1)
    .as('of_key');
  const { id, at, method, path, status, problemCode, durationMs, hasIdempotencyKey } = ofKey;
  const rows = await db
    .select({
      ...{ id, at, method, path, status, problemCode, durationMs, hasIdempotencyKey },
      apiKey: { id: apiKey.id, name: apiKey.name },
    })
    .from(apiKey)
    .crossJoinLateral(ofKey)
    .where(and(isKeyVisibleTo(actor), apiKeyId ? eq(apiKey.id, apiKeyId) : undefined))
    .orderBy(desc(ofKey.at), desc(ofKey.id))
    .limit(limit + 1);
  return { requests: rows.slice(0, limit), hasMore: rows.length > limit };
}
