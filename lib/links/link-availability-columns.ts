import { sql } from 'drizzle-orm';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { isUsableKey } from '@/lib/keys/key-conditions';

/**
 * Returns the columns that decide whether a link accepts a payment, for queries of links and their
 * keys. Payments are counted only if their number matters, so a click on a donation link stays fast
 * after a million payments.
 */
export function linkAvailabilityColumns(now: Date) {
  const countIf = (status: string) => sql<number>`case
    when ${paymentLink.maxPayments} is null then 0
    else (select count(*)::int from ${payment}
      where ${payment.paymentLinkId} = ${paymentLink.id} and ${payment.status} in ${sql.raw(status)})
    end`;
  return {
    deactivatedAt: paymentLink.deactivatedAt,
    expiresAt: paymentLink.expiresAt,
    maxPayments: paymentLink.maxPayments,
    keyUsable: sql<boolean>`(${isUsableKey(now)})`,
    paid: countIf("('detected', 'confirmed')"),
    pending: countIf("('pending')"),
  };
}
