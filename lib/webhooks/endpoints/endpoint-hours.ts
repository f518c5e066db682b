import { and, gte, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { webhookCount } from '@/db/schema/endpoints';

export interface AttemptCounts {
  readonly accepted: number;
  readonly failed: number;
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

export const NO_ATTEMPTS: readonly AttemptCounts[] = Array.from({ length: HOURS }, () => ({
  accepted: 0,
  failed: 0,
}));

/**
 * Counts attempts per endpoint in each of the last 24 hours, oldest first. Endpoints without
 * attempts are left out.
 */
export async function readAttemptsByHour(
  db: Db,
  endpointIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly AttemptCounts[]>> {
  const first = new Date(now.getTime() - HOURS * HOUR_MS);
  const { endpointId, quarter } = webhookCount;
  const rows = await db.execute<
    AttemptCounts & { id: string; hour: number } & Record<string, unknown>
  >(sql`
    select endpoint_id as id, sum(accepted)::int as accepted, sum(failed)::int as failed,
      floor(extract(epoch from quarter - ${first.toISOString()}::timestamptz) / 3600)::int as hour
    from ${webhookCount}
    where ${and(isAmong(endpointId, endpointIds), gte(quarter, first), lte(quarter, now))}
    group by id, hour`);
  const hours = new Map<string, AttemptCounts[]>();
  for (const { id, hour, accepted, failed } of rows) {
    const own = hours.get(id) ?? [...NO_ATTEMPTS];
    own[Math.min(hour, HOURS - 1)] = { accepted, failed };
    hours.set(id, own);
  }
  return hours;
}

/** Deletes counts that are older than the hours shown. */
export async function pruneCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * HOURS * HOUR_MS);
  await db.delete(webhookCount).where(lt(webhookCount.quarter, before));
}
