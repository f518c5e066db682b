import { gt, type SQL } from 'drizzle-orm';
import { apiRequest } from '@/db/schema/request-log';

const KEPT_MS = 7 * 86_400_000;

/** The end of the time of which the log keeps nothing. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** SQL of the requests of the last 7 days, also while older ones still wait for their deletion. */
export function isKept(now: Date): SQL {
  return gt(apiRequest.at, keptSince(now));
}
