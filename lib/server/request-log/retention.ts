import { getTableColumns, gt, type SQL } from 'drizzle-orm';
import { apiRequest } from '@/db/schema/request-log';
import type { LoggedRequest } from './request-log';

export interface RequestView extends Omit<LoggedRequest, 'apiKeyId'> {
  readonly apiKey: { readonly id: string; readonly name: string };
}

const { apiKeyId: _, ...shown } = getTableColumns(apiRequest);
/** The columns of a request that {@link RequestView} shows, except its key. */
export const requestColumns = shown;

const KEPT_MS = 7 * 86_400_000;

/** Returns the earliest time that the request log covers. */
export function earliestLoggedTime(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** SQL for requests of the last 7 days, excluding older ones that are not deleted yet. */
export function isWithinRetention(now: Date): SQL {
  return gt(apiRequest.at, earliestLoggedTime(now));
}
