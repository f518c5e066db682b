import { z } from 'zod';
import { paymentUri } from '@/lib/bitcoin/bip21';
import { confirmations } from '@/lib/domain/confirmations';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { publicUrl } from '@/lib/domain/public-url';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { dueSats } from '@/lib/payments/public-payment';
import type { Answer, Shown } from './answer';
import { count, idOf, moment, paginationSchema, sats, stamp, txid } from './answer-fields';

/** What the API answers as a payment. */
export const paymentSchema = z
  .strictObject({
    id: idOf('pay').meta({ description: 'Assigned by the service.' }),
    address: z.string().meta({ description: 'Where the customer pays.' }),
    txid: txid.nullable().meta({
      description:
        'The transaction that made the sum reach the required amount; before that, the newest one; null before the first.',
    }),
    amount_sats: sats(1).meta({ description: 'What was asked for.' }),
    underpayment_tolerance_ppm: z.int().min(0).max(10_000).meta({
      description: 'How much less is enough, in parts per million.',
    }),
    received_sats: sats(0).meta({
      description: 'Everything received that still counts, in the mempool or in blocks.',
    }),
    status: z.enum(PAYMENT_STATUSES).meta({ description: 'No other status is ever added.' }),
    flags: z.array(z.enum(PAYMENT_FLAGS)).meta({ description: 'What else is true of it.' }),
    confirmations: count.meta({
      description: 'The depth at which blocks cover the required amount; 0 until they do.',
    }),
    required_confirmations: z.int().min(1).max(6).meta({ description: 'How deep is deep enough.' }),
    network: z.enum(NETWORKS).meta({ description: 'That of the API key; `testnet` is testnet3.' }),
    created_at: moment,
    expires_at: moment,
    detected_at: moment.nullable().meta({
      description: 'When the required amount was seen; null while it is not there.',
    }),
    confirmed_at: moment.nullable().meta({
      description: 'When it reached the required depth; null while it is not confirmed.',
    }),
    canceled_at: moment.nullable().meta({ description: 'When you canceled it; null otherwise.' }),
    reference: z.string().nullable().meta({ description: 'Yours, as you gave it.' }),
    webhook_url: z.string().nullable().meta({ description: 'Yours, as you gave it.' }),
    checkout_url: z.url().meta({ description: 'The page to send the customer to.' }),
    payment_uri: z.string().meta({
      description:
        'A BIP 21 link that opens a wallet. Asks for the rest while something is missing, and for no amount once nothing is.',
    }),
  })
  .meta({
    id: 'Payment',
    description: 'Every field is always there; what has no value yet is null.',
  });

export type PaymentAnswer = Answer<typeof paymentSchema>;

/** Columns that a payment shows in another form, or that are nobody's outside of the service. */
type NotShown =
  | 'tolerancePpm'
  | 'coveredHeight'
  | 'checkoutId'
  | 'requiredSats'
  | 'apiKeyId'
  | 'walletId'
  | 'derivationIndex'
  | 'script'
  | 'holdsAddress'
  | 'watchFromHeight'
  | 'announcedTxid'
  | 'eventCount'
  | 'updatedAt'
  | 'expiredAt';

interface FoundPayment {
  readonly row: Shown<PaymentRow, PaymentAnswer, NotShown>;
  /** The last block whose effects are in the database; null before the first. */
  readonly chainHeight: number | null;
}

/**
 * A payment as JSON.
 *
 * @param appUrl the public base URL, from the configuration
 */
export function paymentAnswer({ row, chainHeight }: FoundPayment, appUrl: URL): PaymentAnswer {
  return {
    id: row.id,
    address: row.address,
    txid: row.txid,
    amount_sats: row.amountSats,
    underpayment_tolerance_ppm: row.tolerancePpm,
    received_sats: row.receivedSats,
    status: row.status,
    flags: row.flags,
    confirmations: confirmations(row.coveredHeight, chainHeight),
    required_confirmations: row.requiredConfirmations,
    network: row.network,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    detected_at: stamp(row.detectedAt),
    confirmed_at: stamp(row.confirmedAt),
    canceled_at: stamp(row.canceledAt),
    reference: row.reference,
    webhook_url: row.webhookUrl,
    checkout_url: publicUrl(appUrl, `/pay/${row.checkoutId}`),
    payment_uri: paymentUri(row.address, dueSats(row)),
  };
}

export const paymentPageSchema = z
  .strictObject({
    data: z.array(paymentSchema).meta({ description: 'Newest first.' }),
    pagination: paginationSchema,
  })
  .meta({ id: 'PaymentPage' });
