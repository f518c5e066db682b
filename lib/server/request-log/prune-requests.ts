import type { Db } from '@/db/client';
import { deleteOlderRows } from '@/db/delete-older-rows';
import { apiRequest } from '@/db/schema/request-log';
import { earliestLoggedTime } from './retention';

/** Deletes requests older than 7 days. Returns the number of deleted requests. */
export function pruneRequests(db: Db, now: Date): Promise<number> {
  return deleteOlderRows(db, apiRequest, apiRequest.at, earliestLoggedTime(now));
}
