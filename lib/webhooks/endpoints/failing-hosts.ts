import { and, desc, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { HOST_OF_DELIVERY } from '../delivery/webhook-host';

export interface FailingHost {
  readonly host: string;
  /** Deliveries with a failed attempt that will be retried. */
  readonly retrying: number;
  /** Deliveries that failed for good and are not marked as done. */
  readonly failed: number;
  /**
   * The last error of the newest failed delivery; an error of the host takes precedence over a
   * refusal of one event.
   */
  readonly error: string | null;
  /** When the newest failed delivery was created. */
  readonly newestAt: Date;
  /** End of the host's pause after consecutive failures; null when it is not paused. */
  readonly pausedUntil: Date | null;
}

const MAX_HOSTS = 5;

/** SQL of whether the host itself failed, by the same rule as `hostSign`. */
const FAILED_ITSELF = sql`(coalesce(${delivery.responseStatus}, 500) >= 500
  or ${delivery.responseStatus} = 429)`;

/**
 * The SQL has a condition for each status, because each status has an index of its own, and the
 * index of `failed` includes `handled`.
 */
const UNDELIVERED = sql`(${delivery.status} = 'failed' and not ${delivery.handled}
  or ${delivery.status} = 'pending' or ${delivery.status} = 'delivering')`;

/**
 * The hosts that failed deliveries of these keys: first by number of deliveries to retry, then by
 * the latest failure for good, so that no old failure hides a new one.
 */
export async function failingHosts(
  db: Db,
  keyIds: readonly string[],
  now: Date,
): Promise<FailingHost[]> {
  if (keyIds.length === 0) return [];
  const failed = sql<number>`count(*) filter (where ${delivery.status} = 'failed')`.mapWith(Number);
  const retrying = sql<number>`count(*) filter (where ${delivery.status} <> 'failed')`.mapWith(
    Number,
  );
  const newestAt = sql`max(${delivery.createdAt})`.mapWith(delivery.createdAt);
  return db
    .select({
      host: delivery.host,
      failed,
      retrying,
      error: sql<string | null>`(array_agg(${delivery.lastError}
        order by ${FAILED_ITSELF} desc, ${delivery.createdAt} desc))[1]`,
      newestAt,
      pausedUntil: sql<Date | null>`max(${webhookHost.openUntil})
        filter (where ${webhookHost.openUntil} > ${now.toISOString()}::timestamptz)`.mapWith(
        webhookHost.openUntil,
      ),
    })
    .from(delivery)
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .where(
      and(
        inArray(delivery.apiKeyId, [...keyIds]),
        UNDELIVERED,
        gt(delivery.attempt, 0),
        sql`${delivery.lastError} is not null`,
      ),
    )
    .groupBy(delivery.host)
    .orderBy(desc(retrying), desc(newestAt), delivery.host)
    .limit(MAX_HOSTS);
}
