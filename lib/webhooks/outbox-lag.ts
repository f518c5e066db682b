import { and, count, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { webhookHost } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { NEXT_ATTEMPT } from './due';
import { HOST_OF_DELIVERY } from './webhook-host';

/** What this installation has yet to send, of all merchants. */
export interface OutboxLag {
  /** The number of deliveries that are due now. */
  readonly due: number;
  /** For how long the oldest of them has been due; 0 without any. */
  readonly lagSeconds: number;
}

/** How late deliveries are. Those to an endpoint whose sends are paused do not count. */
export async function outboxLag(db: Db, now: Date): Promise<OutboxLag> {
  const [due] = await db
    .select({ count: count(), oldest: sql`min(${NEXT_ATTEMPT})`.mapWith(delivery.nextAttemptAt) })
    .from(delivery)
    .leftJoin(webhookHost, HOST_OF_DELIVERY)
    .where(
      and(
        eq(delivery.status, 'pending'),
        lte(delivery.nextAttemptAt, now),
        or(isNull(webhookHost.openUntil), lte(webhookHost.openUntil, now)),
      ),
    );
  const late = due?.oldest ? now.getTime() - due.oldest.getTime() : 0;
  return { due: due?.count ?? 0, lagSeconds: Math.max(0, Math.round(late / 1_000)) };
}
