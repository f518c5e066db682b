import { gt, type SQL } from 'drizzle-orm';
import { apiRequest } from '@/db/schema/request-log';

const KEPT_MS = 7 * 86_400_000;

/** The earliest time that the log covers. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** SQL for requests of the last 7 days, excluding older ones that are not deleted yet. */
export function isKept(now: Date): SQL {
  return gt(apiRequest.at, keptSince(now));
}
