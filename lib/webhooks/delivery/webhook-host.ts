import { and, eq } from 'drizzle-orm';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';

type HostRow = typeof webhookHost.$inferSelect;

/**
 * A merchant and a host: this pair has its own breaker, limit of attempts and row of
 * `webhook_host`.
 */
export type HostId = Pick<HostRow, 'merchantId' | 'host'>;

/** The columns that attempts change. */
export type HostBreakerColumns = Omit<HostRow, keyof HostId>;

export const HOST_OF_DELIVERY = and(
  eq(webhookHost.merchantId, delivery.merchantId),
  eq(webhookHost.host, delivery.host),
);
