import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { delivery } from '@/db/schema/webhooks';
import type { Member } from '@/lib/domain/actor';
import type { InboxReason } from '@/lib/domain/worklist';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { inboxEntriesSql } from './work-entries';

export interface BulkActionEffect {
  readonly id: string;
  readonly openReasons: readonly InboxReason[];
  readonly failedDeliveries: number;
}

/**
 * Returns what bulk actions on these payments would change. Payments that no action would change
 * are omitted.
 */
export async function readBulkActionEffects(
  db: Db,
  actor: Member,
  ids: readonly string[],
): Promise<BulkActionEffect[]> {
  const [work, failed] = await Promise.all([
    db
      .select({
        id: sql<string>`payment_id`,
        reasons: sql<InboxReason[]>`array_agg(reason order by reason)`,
      })
      .from(inboxEntriesSql(db, actor, { state: 'open' }))
      .where(inArray(sql`payment_id`, [...ids]))
      .groupBy(sql`payment_id`),
    db
      .select({ id: delivery.paymentId, failed: count() })
      .from(delivery)
      .where(
        and(
          inArray(delivery.paymentId, [...ids]),
          inArray(delivery.apiKeyId, keysVisibleTo(db, actor)),
          eq(delivery.status, 'failed'),
        ),
      )
      .groupBy(delivery.paymentId),
  ]);
  const reasons = new Map(work.map((row) => [row.id, row.reasons]));
  const deliveries = new Map(failed.map((row) => [row.id, row.failed]));
  return [...new Set(ids)].flatMap((id) => {
    const openReasons = reasons.get(id) ?? [];
    const failedDeliveries = deliveries.get(id) ?? 0;
    return openReasons.length + failedDeliveries === 0 ? [] : { id, openReasons, failedDeliveries };
  });
}
