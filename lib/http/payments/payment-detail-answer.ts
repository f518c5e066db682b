import { z } from 'zod';
import { keyPaths } from '@/lib/bitcoin/key-paths';
import type { Member } from '@/lib/domain/actor';
import type { ExplorerTemplate } from '@/lib/domain/explorer';
import { canChange } from '@/lib/domain/roles';
import type { PaymentDetail } from '@/lib/payments/views/payment-detail';
import type { Answer } from '../answer';
import { moment, named } from '../answer-fields';
import { deliverySchema } from '../deliveries/delivery-answer';
import { keyPathSchema } from '../keys/key-answer';
import { wire } from '../wire';
import { confirmationRateSchema } from './confirmation-rate-answer';
import { outputPageAnswer, outputPageSchema } from './outputs-answer';
import { paymentAnswer, paymentSchema } from './payment-answer';
import { paymentBlocksSchema } from './payment-blocks-answer';
import { timelineAnswer, timelineEntrySchema } from './timeline-answer';
import { workEntrySchema } from './work-answer';

const derivationSchema = z.strictObject({
  index: z.int(),
  keys: z.array(keyPathSchema),
  fingerprint: z.string(),
  descriptor: z.string(),
});

export const paymentDetailSchema = z.strictObject({
  payment: paymentSchema,
  api_key: named,
  expired_at: moment.nullable(),
  chain_height: z.int().nullable(),
  block_strip: paymentBlocksSchema.nullable().meta({
    description: 'Null for an unpaid payment, and once its blocks are too old to be kept.',
  }),
  derivation: derivationSchema
    .nullable()
    .meta({ description: 'Null for a customer-provided address.' }),
  confirmation_rates: z.array(confirmationRateSchema).meta({
    description:
      'What a bitcoin cost when the payment was first confirmed: in the currency of its price, and in the display currency of the merchant.',
  }),
  outputs: outputPageSchema,
  deliveries: z.array(deliverySchema),
  timeline: z.array(timelineEntrySchema),
  explorer: z.string().nullable().meta({
    description: 'The page of a transaction at the explorer of the network: {txid} is its id.',
  }),
  work: z.array(workEntrySchema).meta({ description: 'Why it is on the worklist.' }),
  can: z.strictObject({ change: z.boolean(), cancel: z.boolean(), simulate: z.boolean() }),
});
export type PaymentDetailAnswer = Answer<typeof paymentDetailSchema>;

interface DetailContext {
  readonly actor: Member;
  /** Whether the payment's network runs on the sandbox chain. */
  readonly sandbox: boolean;
  readonly appUrl: URL;
  readonly explorer: ExplorerTemplate | undefined;
}

export function paymentDetailAnswer(
  detail: PaymentDetail,
  { actor, sandbox, appUrl, explorer }: DetailContext,
): PaymentDetailAnswer {
  const { row, chainHeight } = detail;
  const change = canChange(actor.role);
  const shown: Omit<PaymentDetail, 'row' | 'extra' | 'key' | 'wallet'> = detail;
  return wire(paymentDetailSchema, shown, {
    payment: paymentAnswer(detail, appUrl),
    api_key: detail.key,
    expired_at: row.expiredAt?.toISOString() ?? null,
    derivation: derivationOf(detail),
    outputs: outputPageAnswer(detail.outputs, chainHeight),
    timeline: detail.timeline.map(timelineAnswer),
    explorer: explorer ?? null,
    can: {
      change,
      cancel: change && row.status === 'pending' && row.receivedSats === 0,
      simulate: change && sandbox,
    },
  });
}

function derivationOf({ row, wallet }: PaymentDetail): PaymentDetailAnswer['derivation'] {
  if (!wallet || row.derivationIndex === null) return null;
  return {
    index: row.derivationIndex,
    keys: keyPaths(wallet.descriptor, row.derivationIndex),
    fingerprint: wallet.fingerprint,
    descriptor: wallet.descriptor,
  };
}
