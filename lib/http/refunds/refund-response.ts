import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { REFUND_STATUSES } from '@/lib/domain/refund';
import type { FoundRefund } from '@/lib/refunds/get-refund';
import { refundJson } from '@/lib/refunds/refund-json';
import type { RefundJson } from '@/lib/webhooks/events/event-body';
import type { ResponseOf } from '../response';
import { idOf, moment, sats, txid } from '../response-fields';

const refundFields = {
  id: idOf('refund'),
  payment_id: z.string(),
  network: z.enum(NETWORKS),
  status: z.enum(REFUND_STATUSES).meta({
    description:
      '`requested`: waits for an address; `ready`: to be paid from your wallet; `sent`: the refund’s transaction was seen; `confirmed`: the transaction has the required confirmations; `dropped`: it will not be paid.',
  }),
  amount_sats: sats(1).meta({
    description: 'The amount to send, in satoshis; once sent, the amount that was sent.',
  }),
  price: z.strictObject({ amount: z.string(), currency: z.string() }).nullable().meta({
    description: 'The amount in currency, fixed when the refund was recorded; null without one.',
  }),
  address: z.string().nullable().meta({ description: 'Null until one is given.' }),
  payment_uri: z.string().nullable().meta({
    description: 'A BIP 21 URI that pays the refund while it is `ready`; otherwise null.',
  }),
  txid: txid
    .nullable()
    .meta({ description: 'The transaction that pays the refund; null while there is none.' }),
  vout: z.int().min(0).nullable().meta({ description: 'The output of that transaction.' }),
  fee_sats: sats(0).nullable().meta({
    description:
      "The refund's share of the transaction fee. Null until the refund is sent, or if the chain source does not report the fee.",
  }),
  confirmations: z.int().min(0),
  required_confirmations: z
    .int()
    .min(1)
    .max(6)
    .meta({ description: 'As many as the payment requires.' }),
  created_at: moment,
  sent_at: moment.nullable(),
  confirmed_at: moment.nullable(),
  dropped_at: moment.nullable(),
} satisfies Record<keyof RefundJson, z.ZodType>;

export const refundSchema = z.strictObject(refundFields).meta({ id: 'Refund' });

export const refundDetailSchema = z
  .strictObject({
    ...refundFields,
    other_outputs: z
      .array(
        z.strictObject({ txid, vout: z.int().min(0), amount_sats: sats(0), address: z.string() }),
      )
      .meta({
        description:
          'Outputs with another amount, or to a former address. They do not count as the refund. While it is `ready`, a member decides about them in the dashboard.',
      }),
  })
  .meta({ id: 'RefundDetail' });

export const refundListSchema = z
  .strictObject({ data: z.array(refundDetailSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'RefundList' });

export type RefundResponse = ResponseOf<typeof refundDetailSchema>;

export function refundResponse({ row, chainHeight, otherOutputs }: FoundRefund): RefundResponse {
  return {
    ...refundJson(row, chainHeight),
    other_outputs: otherOutputs.map((output) => ({
      txid: output.txid,
      vout: output.vout,
      amount_sats: output.sats,
      address: output.address,
    })),
  };
}
