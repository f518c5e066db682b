import { sql } from 'drizzle-orm';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { isUsable } from '@/lib/keys/key-conditions';

/**
 * What decides whether a link takes a payment, to select from links and their keys. Payments are
 * counted only where their number decides: a click on a donation costs the same after a million.
 */
export function linkFacts(now: Date) {
  const countIf = (status: string) => sql<number>`case
    when ${paymentLink.maxPayments} is null then 0
    else (select count(*)::int from ${payment}
      where ${payment.paymentLinkId} = ${paymentLink.id} and ${payment.status} in ${sql.raw(status)})
    end`;
  return {
    deactivatedAt: paymentLink.deactivatedAt,
    expiresAt: paymentLink.expiresAt,
    maxPayments: paymentLink.maxPayments,
    keyUsable: sql<boolean>`(${isUsable(now)})`,
    paid: countIf("('detected', 'confirmed')"),
    pending: countIf("('pending')"),
  };
}
