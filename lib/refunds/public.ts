import { eq } from 'drizzle-orm';
import { apiKey, merchant } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { merchantFace } from '@/db/schema/faces';
import { payment } from '@/db/schema/payments';
import {
  addressBeginnings,
  type PastedFault,
  readPastedAddress,
} from '@/lib/bitcoin/pasted-address';
import { countForClient } from '@/lib/client-limit';
import { confirmations } from '@/lib/domain/confirmations';
import type { Face } from '@/lib/domain/face';
import type { Language } from '@/lib/domain/language';
import type { Network } from '@/lib/domain/network';
import type { PriceRequest } from '@/lib/domain/price';
import { Problem } from '@/lib/domain/problems';
import type { RefundStatus } from '@/lib/domain/refund';
import { FACE_COLUMNS, faceOf } from '@/lib/face/read-face';
import { runtime } from '@/lib/runtime';
import { refundOfLink } from './refund-link';
import { setRefundAddressByCustomer } from './set-refund-address';

/** What a customer sees of a refund. Of the merchant, it has only the name and face. */
export interface PublicRefund {
  readonly id: string;
  readonly merchantName: string;
  readonly face: Face;
  /** The reference of the payment. */
  readonly reference: string | null;
  /** The language that the shop chose; null to follow the browser. */
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
  /** How addresses of the network begin, for hints. */
  readonly beginnings: readonly string[];
}

/** The refund of a link; undefined for a link that is not valid. */
export async function readPublicRefund(token: string): Promise<PublicRefund | undefined> {
  const { db, vault, clock } = runtime();
  const row = await refundOfLink(db, vault, token, clock()).catch(undefinedIfNotFound);
  if (!row) return undefined;
  const [shown] = await db
    .select({
      reference: payment.reference,
      locale: paymentExtra.locale,
      merchantName: merchant.name,
      face: FACE_COLUMNS,
      chainHeight: chain.height,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .leftJoin(merchantFace, eq(merchantFace.merchantId, merchant.id))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(eq(payment.id, row.paymentId));
  if (!shown) throw new Error('a foreign key gives every refund a payment');
  const { face, chainHeight, ...rest } = shown;
  return {
    ...rest,
    id: row.id,
    face: faceOf(face),
    network: row.network,
    status: row.status,
    price: row.price,
    amountSats: row.amountSats,
    address: row.address,
    txid: row.txid,
    confirmations: confirmations(row.height, chainHeight),
    requiredConfirmations: row.requiredConfirmations,
    beginnings: addressBeginnings(row.network),
  };
}

export type AddressFault = PastedFault | 'own_address';

type GivenAddress =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: AddressFault; readonly network?: Network };

/** The address in what a customer pasted, which is not stored, or what was pasted instead. */
export function checkAddress({ network }: PublicRefund, text: string): GivenAddress {
  return readPastedAddress(text, network);
}

/**
 * Stores the address to which a refund is paid. A refund that can change no more stays as it is.
 *
 * @returns why the address cannot be used; undefined when it is stored
 */
export async function giveAddress(
  refund: PublicRefund,
  address: string,
): Promise<AddressFault | undefined> {
  const { db, newPayments, clock } = runtime();
  try {
    await setRefundAddressByCustomer(
      { db, newPayments },
      { refundId: refund.id, address },
      clock(),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'address_in_use') return 'own_address';
    if (error.code === 'invalid_request') return 'unpayable';
    return undefined;
  }
}

/** A sent form costs as much as ten reads of the page. */
const READS_PER_FORM = 10;

/** Counts a request against its IP address. @returns whether it may be answered */
export async function mayOpen(headers: Headers, sendsForm: boolean): Promise<boolean> {
  const cost = sendsForm ? READS_PER_FORM : 1;
  const limit = { name: 'refund pages', requestsPerPoint: 60, cost };
  return (await countForClient(headers, limit)) === undefined;
}

/** Logs the error of a page that could not be shown. */
export function logRefundFault(error: unknown): void {
  runtime().log.error({ err: error }, 'the page of a refund failed');
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof Problem && error.code === 'not_found') return undefined;
  throw error;
}
