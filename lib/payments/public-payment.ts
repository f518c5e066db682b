import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { merchantFace } from '@/db/schema/faces';
import { payment } from '@/db/schema/payments';
import { paymentQrText, paymentUri } from '@/lib/bitcoin/bip21';
import type { Branding } from '@/lib/domain/branding';
import { confirmations } from '@/lib/domain/confirmations';
import { sendableSats } from '@/lib/domain/dust';
import { isEmbedOrigin } from '@/lib/domain/embed-origin';
import type { Language } from '@/lib/domain/language';
import type { Network } from '@/lib/domain/network';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import type { Price } from '@/lib/domain/price';
import { buildReturnUrl } from '@/lib/domain/return-url';
import { BRANDING_COLUMNS, toBranding } from '@/lib/face/read-branding';
import { alteredRowProblem, isIntact } from '@/lib/keys/seal';
import { extraColumns, type PaymentExtra } from './payment-extra';
import type { PaymentRow } from './payment-row';

/** What a payment page shows. Of the merchant, it has only the name and the branding. */
export interface PublicPayment {
  readonly checkoutId: string;
  readonly merchantName: string;
  readonly face: Branding;
  readonly reference: string | null;
  /** What the customer pays for, in one or more lines. */
  readonly description: string | null;
  /** The shop's choice; null for the browser's language. */
  readonly locale: Language | null;
  /** The link back to the shop. */
  readonly back: WayBack | null;
  readonly network: Network;
  readonly address: string;
  readonly amountSats: number;
  /** Null if the payment was requested in satoshis. */
  readonly price: Price | null;
  readonly receivedSats: number;
  /** The amount left to pay; 0 once the received amount is enough. */
  readonly dueSats: number;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly accepted: boolean;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  /**
   * The block that confirmed the payment, or the next block while its transaction is in the
   * mempool; null while unpaid.
   */
  readonly firstBlock: number | null;
  readonly txid: string | null;
  readonly expiresAt: Date;
  readonly canceledAt: Date | null;
  readonly detectedAt: Date | null;
  readonly confirmedAt: Date | null;
  /** A BIP 21 URI with the amount to pay, the merchant's name and the reference. */
  readonly walletUri: string;
  /** The text of the QR code, with the same amount. */
  readonly qrText: string;
  readonly embedOrigins: readonly string[];
  readonly linkId: string | null;
  readonly allowsFollowUps: boolean;
}

interface WayBack {
  readonly href: string;
  readonly host: string;
  readonly automatic: boolean;
}

/**
 * Returns payments by checkout id. Unknown ids and rows that were changed in the database are left
 * out.
 */
export async function findPublicPayments(
  db: Db,
  checkoutIds: readonly string[],
): Promise<PublicPayment[]> {
  if (checkoutIds.length === 0) return [];
  const rows = await db
    .select({
      row: payment,
      extra: extraColumns,
      chainHeight: chain.height,
      merchantName: merchant.name,
      face: BRANDING_COLUMNS,
      embedOrigins: apiKey.embedOrigins,
      allowsFollowUps: apiKey.allowFollowUps,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(merchantFace, eq(merchantFace.merchantId, merchant.id))
    .leftJoin(chain, eq(chain.network, payment.network))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(inArray(payment.checkoutId, [...checkoutIds]));
  const intact = rows.filter(({ row }) => isIntact('payment', row));
  return intact.map(
    ({ row, extra, chainHeight, merchantName, face, embedOrigins, allowsFollowUps }) => {
      const due = dueSats(row);
      const sendable = sendableSats(due, row.address);
      const labels = { label: merchantName, message: row.reference ?? undefined };
      return {
        checkoutId: row.checkoutId,
        merchantName,
        face: toBranding(face),
        reference: row.reference,
        description: extra?.description ?? null,
        locale: extra?.locale ?? null,
        back: wayBack(row.id, extra),
        network: row.network,
        address: row.address,
        amountSats: row.amountSats,
        price: row.price,
        receivedSats: row.receivedSats,
        dueSats: due,
        status: row.status,
        flags: row.flags,
        accepted: row.acceptedAt !== null,
        confirmations: confirmations(row.coveredHeight, chainHeight),
        requiredConfirmations: row.requiredConfirmations,
        firstBlock: firstBlock(row, chainHeight),
        txid: row.txid,
        expiresAt: row.expiresAt,
        canceledAt: row.canceledAt,
        detectedAt: row.detectedAt,
        confirmedAt: row.confirmedAt,
        walletUri: paymentUri(row.address, sendable, labels),
        qrText: paymentQrText(row.address, sendable),
        embedOrigins: embedOrigins.filter(isEmbedOrigin),
        linkId: row.paymentLinkId,
        allowsFollowUps:
          allowsFollowUps && row.paymentLinkId === null && !(extra?.noFollowUps ?? false),
      };
    },
  );
}

/**
 * Returns undefined for an unknown id.
 *
 * @throws Problem `address_not_verified` for a payment that was changed in the database
 */
export async function findPublicPayment(
  db: Db,
  checkoutId: string,
): Promise<PublicPayment | undefined> {
  const [found] = await findPublicPayments(db, [checkoutId]);
  if (found) return found;
  const [row] = await db.select().from(payment).where(eq(payment.checkoutId, checkoutId));
  if (row) throw alteredRowProblem({ kind: 'payment', id: row.id });
  return undefined;
}

function firstBlock({ status, coveredHeight }: PaymentRow, chainHeight: number | null) {
  if (status !== 'detected' && status !== 'confirmed') return null;
  return coveredHeight ?? (chainHeight === null ? null : chainHeight + 1);
}

function wayBack(paymentId: string, extra: PaymentExtra | null): WayBack | null {
  if (!extra?.returnUrl) return null;
  const { href, host } = buildReturnUrl(extra.returnUrl, paymentId);
  return { href, host, automatic: extra.returnAutomatically };
}

/**
 * Returns the amount left to pay. It is 0 once enough was received, so a wallet never offers to pay
 * twice.
 */
export function dueSats(row: PaymentRow): number {
  return row.receivedSats >= row.requiredSats ? 0 : row.amountSats - row.receivedSats;
}
