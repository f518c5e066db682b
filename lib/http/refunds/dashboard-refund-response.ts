import { z } from 'zod';
import { paymentUri } from '@/lib/bitcoin/bip21';
import { confirmations } from '@/lib/domain/confirmations';
import { NETWORKS } from '@/lib/domain/network';
import { isRefundSent, REFUND_STATUSES } from '@/lib/domain/refund';
import type { ShownRefund } from '@/lib/refunds/shown-refunds';
import type { ResponseOf } from '../response';
import { count, moment } from '../response-fields';

export const dashboardRefundSchema = z.strictObject({
  id: z.string(),
  payment_id: z.string(),
  reference: z.string().nullable().meta({ description: 'The reference of the payment.' }),
  network: z.enum(NETWORKS),
  status: z.enum(REFUND_STATUSES),
  amount_sats: count,
  price: z.strictObject({ amount: z.string(), currency: z.string() }).nullable(),
  quoted_at: moment
    .nullable()
    .meta({ description: 'When the price was last converted to satoshis.' }),
  address: z.string().nullable(),
  address_given_by: z.enum(['merchant', 'customer']).nullable(),
  address_given_at: moment.nullable(),
  link_expires_at: moment.nullable(),
  payment_uri: z.string().nullable().meta({ description: 'Null unless it can be paid now.' }),
  claimed_txid: z
    .string()
    .nullable()
    .meta({ description: 'The transaction that, according to a member, pays the refund.' }),
  txid: z.string().nullable(),
  fee_sats: count.nullable(),
  confirmations: count,
  required_confirmations: count,
  other_outputs: z
    .array(z.strictObject({ txid: z.string(), vout: count, sats: count, address: z.string() }))
    .meta({ description: 'Outputs with another amount, or at a former address.' }),
  created_by: z.string().nullable(),
  created_at: moment,
  sent_at: moment.nullable(),
  confirmed_at: moment.nullable(),
  dropped_at: moment.nullable(),
});
export type DashboardRefundResponse = ResponseOf<typeof dashboardRefundSchema>;

export const refundableSchema = z.strictObject({
  received_sats: count.meta({ description: 'What the payment has received in blocks.' }),
  refunded_sats: count.meta({ description: 'The amount of all refunds that are not dropped.' }),
  to_give_back_sats: count.meta({ description: 'What the next refund most likely gives back.' }),
});

export function dashboardRefundResponse(shown: ShownRefund): DashboardRefundResponse {
  const { row, chainHeight, otherOutputs, reference, createdBy } = shown;
  const payable = row.status === 'ready' ? row.address : null;
  return {
    id: row.id,
    payment_id: row.paymentId,
    reference,
    network: row.network,
    status: row.status,
    amount_sats: row.amountSats,
    price: row.price && { amount: row.price.amount, currency: row.price.currency },
    quoted_at: iso(row.quotedAt),
    address: row.address,
    address_given_by: row.addressGivenBy,
    address_given_at: iso(row.addressGivenAt),
    link_expires_at: iso(row.linkExpiresAt),
    payment_uri: payable && paymentUri(payable, row.amountSats),
    claimed_txid: row.claimedTxid,
    txid: row.txid,
    fee_sats: row.feeSats,
    confirmations: isRefundSent(row.status) ? confirmations(row.height, chainHeight) : 0,
    required_confirmations: row.requiredConfirmations,
    other_outputs: otherOutputs.map(({ txid, vout, sats, address }) => ({
      txid,
      vout,
      sats,
      address,
    })),
    created_by: createdBy,
    created_at: row.createdAt.toISOString(),
    sent_at: iso(row.sentAt),
    confirmed_at: iso(row.confirmedAt),
    dropped_at: iso(row.droppedAt),
  };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;
