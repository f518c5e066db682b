import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { apiKey, merchant } from '@/db/schema/accounts';
import { paymentExtra } from '@/db/schema/extras';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { LANGUAGES } from '@/lib/domain/language';
import { isIntact } from '@/lib/keys/seal';

export type MailedPayment = Awaited<ReturnType<typeof readMailedPayments>>[number];

/**
 * Returns the given payments whose customer has an e-mail address and gets some kind of mail.
 * Payments that somebody changed in the database are left out.
 */
export async function readMailedPayments(tx: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const kinds = sql<string[]>`coalesce(${paymentLink.customerMails}, ${apiKey.customerMails})`;
  const rows = await tx
    .select({
      row: payment,
      merchantId: merchant.id,
      merchantName: merchant.name,
      timeZone: merchant.timeZone,
      kinds,
      locale: paymentExtra.locale,
      description: paymentExtra.description,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(paymentLink, eq(paymentLink.id, payment.paymentLinkId))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(and(isAmong(payment.id, ids), isNotNull(payment.customerEmail), sql`${kinds} <> '{}'`));
  return rows.flatMap(({ row, locale, ...of }) => {
    const recipient = row.customerEmail;
    if (recipient === null || !isIntact('payment', row)) return [];
    return [{ ...row, ...of, recipient, language: locale ?? LANGUAGES[0] }];
  });
}
