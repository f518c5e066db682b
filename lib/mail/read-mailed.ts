import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { apiKey, merchant } from '@/db/schema/accounts';
import { paymentExtra } from '@/db/schema/extras';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { LANGUAGES } from '@/lib/domain/language';

export type MailedPayment = Awaited<ReturnType<typeof readMailed>>[number];

/** The payments of these ids whose customer gave an address and gets some mail. */
export async function readMailed(tx: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const kinds = sql<string[]>`coalesce(${paymentLink.customerMails}, ${apiKey.customerMails})`;
  const rows = await tx
    .select({
      id: payment.id,
      checkoutId: payment.checkoutId,
      recipient: payment.customerEmail,
      merchantId: merchant.id,
      merchantName: merchant.name,
      timeZone: merchant.timeZone,
      kinds,
      locale: paymentExtra.locale,
      description: paymentExtra.description,
      reference: payment.reference,
      address: payment.address,
      status: payment.status,
      flags: payment.flags,
      amountSats: payment.amountSats,
      receivedSats: payment.receivedSats,
      price: payment.price,
      txid: payment.txid,
      acceptedAt: payment.acceptedAt,
      updatedAt: payment.updatedAt,
      detectedAt: payment.detectedAt,
      confirmedAt: payment.confirmedAt,
      canceledAt: payment.canceledAt,
      expiresAt: payment.expiresAt,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(paymentLink, eq(paymentLink.id, payment.paymentLinkId))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(and(isAmong(payment.id, ids), isNotNull(payment.customerEmail), sql`${kinds} <> '{}'`));
  return rows.flatMap(({ recipient, locale, ...row }) =>
    recipient === null ? [] : [{ ...row, recipient, language: locale ?? LANGUAGES[0] }],
  );
}
