import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import { paymentQrText, paymentUri } from '@/lib/bitcoin/bip21';
import { confirmations } from '@/lib/domain/confirmations';
import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import type { Network } from '@/lib/domain/network';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import type { Price } from '@/lib/domain/price';
import type { PaymentRow } from './payment-row';

/** The public part of a payment, for holders of its page's link; of the merchant, the name only. */
export interface PublicPayment {
  readonly checkoutId: string;
  readonly merchantName: string;
  readonly reference: string | null;
  readonly network: Network;
  readonly address: string;
  readonly amountSats: number;
  /** How the amount came about, of a payment with a price. */
  readonly price: Price | null;
  readonly receivedSats: number;
  /** The amount left to pay; 0 once the received amount is enough. */
  readonly dueSats: number;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly txid: string | null;
  readonly expiresAt: Date;
  readonly detectedAt: Date | null;
  readonly confirmedAt: Date | null;
  /** Opens a wallet (BIP 21); contains the merchant's name and the reference. */
  readonly walletUri: string;
  /** The content of the QR code. */
  readonly qrText: string;
  /** Origins whose pages may frame the payment page. */
  readonly embedOrigins: readonly string[];
}

/** The payments behind these checkout ids; unknown ones are left out. */
export async function findPublicPayments(
  db: Db,
  checkoutIds: readonly string[],
): Promise<PublicPayment[]> {
  if (checkoutIds.length === 0) return [];
  const rows = await db
    .select({
      row: payment,
      chainHeight: chain.height,
      merchantName: merchant.name,
      embedOrigins: apiKey.embedOrigins,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(inArray(payment.checkoutId, [...checkoutIds]));
  return rows.map(({ row, chainHeight, merchantName, embedOrigins }) => {
    const due = dueSats(row);
    const labels = { label: merchantName, message: row.reference ?? undefined };
    return {
      checkoutId: row.checkoutId,
      merchantName,
      reference: row.reference,
      network: row.network,
      address: row.address,
      amountSats: row.amountSats,
      price: row.price,
      receivedSats: row.receivedSats,
      dueSats: due,
      status: row.status,
      flags: row.flags,
      confirmations: confirmations(row.coveredHeight, chainHeight),
      requiredConfirmations: row.requiredConfirmations,
      txid: row.txid,
      expiresAt: row.expiresAt,
      detectedAt: row.detectedAt,
      confirmedAt: row.confirmedAt,
      walletUri: paymentUri(row.address, due, labels),
      qrText: paymentQrText(row.address, due),
      embedOrigins: embedOrigins.filter(isEmbedOrigin),
    };
  });
}

/** The amount left to pay, so that a wallet never offers to pay twice. */
export function dueSats(row: PaymentRow): number {
  return row.receivedSats >= row.requiredSats ? 0 : row.amountSats - row.receivedSats;
}
