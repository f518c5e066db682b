import { sql } from 'drizzle-orm';
import { delivery, webhookHost } from '@/db/schema/webhooks';

/**
 * When the next attempt of a delivery is really due: not while its host is left alone. For queries that join
 * `webhook_host` to the left; null for a delivery that waits for nothing.
 */
export const NEXT_ATTEMPT = sql<Date | null>`case when ${delivery.nextAttemptAt} is not null
  then greatest(${delivery.nextAttemptAt}, ${webhookHost.openUntil}) end`.mapWith(
  delivery.nextAttemptAt,
);
