import { asc } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiRequest } from '@/db/schema/request-log';
import { earliestLoggedTime } from './retention';

/**
 * Returns for how many seconds the oldest request is overdue for deletion; 0 if none is. Requests
 * are pruned last, so all other records lag no more than this.
 */
export async function pruneLagSeconds(db: Db, now: Date): Promise<number> {
  const [oldest] = await db
    .select({ at: apiRequest.at })
    .from(apiRequest)
    .orderBy(asc(apiRequest.at))
    .limit(1);
  if (!oldest) return 0;
  return Math.max(0, Math.round((earliestLoggedTime(now).getTime() - oldest.at.getTime()) / 1_000));
}
