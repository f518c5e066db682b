import { and, eq } from 'drizzle-orm';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';

type HostRow = typeof webhookHost.$inferSelect;

/**
 * A merchant and a host. This pair has a breaker, a limit of attempts and a row of `webhook_host`.
 */
export type HostId = Pick<HostRow, 'merchantId' | 'host'>;

/** The columns that attempts change. */
export type HostBreakerColumns = Omit<HostRow, keyof HostId>;

/** SQL for whether a row of `webhook_host` is the row of a delivery's host. */
export const HOST_OF_DELIVERY = and(
  eq(webhookHost.merchantId, delivery.merchantId),
  eq(webhookHost.host, delivery.host),
);
