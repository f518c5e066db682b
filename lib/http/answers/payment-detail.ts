import { z } from 'zod';
import { addressPath } from '@/lib/bitcoin/derive';
import type { Member } from '@/lib/domain/actor';
import { confirmations } from '@/lib/domain/confirmations';
import type { PaymentDetail, PaymentOutput } from '@/lib/payments/payment-detail';
import type { Answer, Shown } from './answer';
import { count, moment, named, stamp } from './answer-fields';
import { deliveryAnswer, deliverySchema } from './delivery';
import { paymentAnswer, paymentSchema } from './payment';
import { timelineAnswer, timelineEntrySchema } from './timeline';

const outputSchema = z.strictObject({
  txid: z.string(),
  vout: z.int(),
  sats: z.int(),
  height: z.int().nullable(),
  confirmations: count,
  first_seen_at: moment,
  gone: z.boolean(),
  replaced_by: z.string().nullable(),
});
export type OutputAnswer = Answer<typeof outputSchema>;

const derivationSchema = z.strictObject({
  wallet_id: z.string(),
  index: z.int(),
  path: z.string(),
  fingerprint: z.string(),
  descriptor: z.string(),
});

export const paymentDetailSchema = z.strictObject({
  payment: paymentSchema,
  api_key: named,
  required_sats: z.int(),
  expired_at: moment.nullable(),
  chain_height: z.int().nullable(),
  derivation: derivationSchema
    .nullable()
    .meta({ description: 'Null for a customer-provided address.' }),
  outputs: z.array(outputSchema),
  deliveries: z.array(deliverySchema),
  timeline: z.array(timelineEntrySchema),
  can: z.strictObject({ change: z.boolean(), cancel: z.boolean(), simulate: z.boolean() }),
});
export type PaymentDetailAnswer = Answer<typeof paymentDetailSchema>;

interface Around {
  readonly actor: Member;
  /** Whether the payment's network runs on the sandbox chain. */
  readonly sandbox: boolean;
  readonly appUrl: URL;
}

/** A payment's page as JSON. */
export function paymentDetailAnswer(
  detail: Shown<PaymentDetail, PaymentDetailAnswer, 'row' | 'key' | 'wallet'>,
  { actor, sandbox, appUrl }: Around,
): PaymentDetailAnswer {
  const { row, chainHeight } = detail;
  const change = actor.role !== 'viewer';
  return {
    payment: paymentAnswer(detail, appUrl),
    api_key: detail.key,
    required_sats: row.requiredSats,
    expired_at: stamp(row.expiredAt),
    chain_height: chainHeight,
    derivation: derivationOf(detail),
    outputs: detail.outputs.map((output) => outputAnswer(output, chainHeight)),
    deliveries: detail.deliveries.map(deliveryAnswer),
    timeline: detail.timeline.map(timelineAnswer),
    can: {
      change,
      cancel: change && row.status === 'pending' && row.receivedSats === 0,
      simulate: change && sandbox,
    },
  };
}

function derivationOf({ row, wallet }: PaymentDetail): PaymentDetailAnswer['derivation'] {
  if (!wallet || row.derivationIndex === null) return null;
  return {
    wallet_id: wallet.id,
    index: row.derivationIndex,
    path: addressPath(wallet.descriptor, row.derivationIndex),
    fingerprint: wallet.fingerprint,
    descriptor: wallet.descriptor,
  };
}

function outputAnswer(
  output: Shown<PaymentOutput, OutputAnswer>,
  chainHeight: number | null,
): OutputAnswer {
  return {
    txid: output.txid,
    vout: output.vout,
    sats: output.sats,
    height: output.height,
    confirmations: confirmations(output.height, chainHeight),
    first_seen_at: output.firstSeenAt.toISOString(),
    gone: output.gone,
    replaced_by: output.replacedBy,
  };
}
