import { getTableColumns, gt, type SQL } from 'drizzle-orm';
import { apiRequest } from '@/db/schema/request-log';
import type { LoggedRequest } from './request-log';

export interface RequestView extends Omit<LoggedRequest, 'apiKeyId'> {
  readonly apiKey: { readonly id: string; readonly name: string };
}

const { apiKeyId: _, ...shown } = getTableColumns(apiRequest);
export const requestColumns = shown;

const KEPT_MS = 7 * 86_400_000;

/** Returns the time before which logged requests are deleted. */
export function earliestLoggedTime(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** SQL for requests of the last 7 days. Older ones may exist until they are pruned. */
export function isWithinRetention(now: Date): SQL {
  return gt(apiRequest.at, earliestLoggedTime(now));
}
