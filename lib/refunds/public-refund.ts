import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, merchant } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { merchantFace } from '@/db/schema/faces';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { addressPrefixes } from '@/lib/bitcoin/pasted-address';
import type { Branding } from '@/lib/domain/branding';
import { confirmations } from '@/lib/domain/confirmations';
import type { Language } from '@/lib/domain/language';
import type { Network } from '@/lib/domain/network';
import type { PriceRequest } from '@/lib/domain/price';
import type { RefundStatus } from '@/lib/domain/refund';
import { BRANDING_COLUMNS, toBranding } from '@/lib/face/read-branding';
import { isIntact } from '@/lib/keys/seal';

/**
 * The part of a refund that its customer may see. It reveals only the merchant's name and branding.
 */
export interface PublicRefund {
  readonly id: string;
  readonly merchantName: string;
  readonly face: Branding;
  readonly reference: string | null;
  /** The language that the shop chose; null to use the browser's language. */
  readonly locale: Language | null;
  readonly network: Network;
  readonly status: RefundStatus;
  /** The amount in currency; null for a refund in satoshis. */
  readonly price: PriceRequest | null;
  readonly amountSats: number;
  readonly address: string | null;
  readonly txid: string | null;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  /** When the current link expires, in ms of Unix time. Each new link has a different time. */
  readonly linkExpiresAt: number;
  /** The prefixes that addresses of the network can have, for hints. */
  readonly beginnings: readonly string[];
}

/** Returns the refunds with these ids that have a link, except rows altered in the database. */
export async function findPublicRefunds(db: Db, ids: readonly string[]): Promise<PublicRefund[]> {
  const rows = await db
    .select({
      row: refund,
      reference: payment.reference,
      locale: paymentExtra.locale,
      merchantName: merchant.name,
      face: BRANDING_COLUMNS,
      chainHeight: chain.height,
    })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(merchantFace, eq(merchantFace.merchantId, merchant.id))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(inArray(refund.id, [...ids]));
  return rows.flatMap(({ row, face, chainHeight, ...rest }) =>
    row.linkExpiresAt === null || !isIntact('refund', row)
      ? []
      : {
          ...rest,
          id: row.id,
          face: toBranding(face),
          network: row.network,
          status: row.status,
          price: row.price,
          amountSats: row.amountSats,
          address: row.address,
          txid: row.txid,
          confirmations: confirmations(row.height, chainHeight),
          requiredConfirmations: row.requiredConfirmations,
          linkExpiresAt: row.linkExpiresAt.getTime(),
          beginnings: addressPrefixes(row.network),
        },
  );
}
