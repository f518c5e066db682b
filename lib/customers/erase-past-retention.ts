import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { paymentExtra } from '@/db/schema/extras';
import { payment } from '@/db/schema/payments';
import { eraseCustomerFromPayments } from './erase-customer-from-payments';

const MAX_BATCH = 500;

/**
 * Erases the customers of payments that ended longer ago than the merchant's retention period, and
 * returns the number of payments. A payment that waits for confirmations has not ended.
 */
export async function erasePastRetention(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const erased = await db.transaction((tx) => eraseBatch(tx, now));
    total += erased;
    if (erased < MAX_BATCH) return total;
  }
}

async function eraseBatch(tx: Db, now: Date): Promise<number> {
  const endedAt = sql`greatest(${payment.confirmedAt}, ${payment.expiredAt}, ${payment.canceledAt})`;
  const kept = sql`${merchant.customerRetentionDays} * interval '1 day'`;
  const rows = await tx
    .select({ id: payment.id })
    .from(merchant)
    .innerJoin(apiKey, eq(apiKey.merchantId, merchant.id))
    .innerJoin(payment, eq(payment.apiKeyId, apiKey.id))
    .where(
      and(
        isNotNull(merchant.customerRetentionDays),
        sql`${payment.status} in ('confirmed', 'expired', 'canceled')`,
        sql`${endedAt} < ${now.toISOString()}::timestamptz - ${kept}`,
        // Each side of the "or" has its own index of the payments that may have something to erase.
        sql`(${payment.customerKey} is not null or ${payment.paymentLinkId} is not null and exists (
          select 1 from ${paymentExtra}
          where ${paymentExtra.paymentId} = ${payment.id} and ${paymentExtra.payerNote} is not null))`,
      ),
    )
    .orderBy(asc(payment.id))
    .limit(MAX_BATCH)
    .for('update', { of: payment });
  await eraseCustomerFromPayments(
    tx,
    rows.map(({ id }) => id),
    now,
  );
  return rows.length;
}
