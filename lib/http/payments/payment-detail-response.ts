import { z } from 'zod';
import { keyPaths } from '@/lib/bitcoin/key-paths';
import type { Member } from '@/lib/domain/actor';
import type { ExplorerTemplate } from '@/lib/domain/explorer';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import { publicUrl } from '@/lib/domain/public-url';
import { canMakeChanges } from '@/lib/domain/roles';
import type { ManualInvoiceStatus } from '@/lib/greenfield/read-manual-invoice-status';
import type { PaymentDetail } from '@/lib/payments/views/payment-detail';
import type { RefundTotals } from '@/lib/refunds/refund-totals';
import type { ShownRefund } from '@/lib/refunds/shown-refunds';
import { reorgSchema } from '../chains/chains-response';
import { anyFormatDeliverySchema } from '../deliveries/delivery-response';
import { keyPathSchema } from '../keys/key-response';
import {
  dashboardRefundResponse,
  dashboardRefundSchema,
  refundableSchema,
} from '../refunds/dashboard-refund-response';
import type { ResponseOf } from '../response';
import { moment, namedSchema } from '../response-fields';
import { serializeView } from '../serialize-view';
import { confirmationRateSchema } from './confirmation-rate-response';
import { outputPageResponse, outputPageSchema } from './outputs-response';
import { paymentResponse, paymentSchema } from './payment-response';
import { timelineEntrySchema, timelineResponse } from './timeline-response';
import { allowsFollowUpsSchema, inboxEntrySchema, inboxNoteFields } from './work-response';

const derivationSchema = z.strictObject({
  index: z.int(),
  keys: z.array(keyPathSchema),
  fingerprint: z.string(),
  descriptor: z.string(),
});

export const paymentDetailSchema = z.strictObject({
  payment: paymentSchema,
  api_key: namedSchema,
  expired_at: moment.nullable(),
  chain_height: z.int().nullable(),
  reorg: reorgSchema.nullable().meta({
    description: 'The newest reorg that replaced a block of this payment.',
  }),
  derivation: derivationSchema
    .nullable()
    .meta({ description: 'Null for a customer-provided address.' }),
  confirmation_rates: z.array(confirmationRateSchema).meta({
    description:
      'The price of one bitcoin when the payment was first confirmed, in the currency of its price and in the merchant’s display currency.',
  }),
  outputs: outputPageSchema,
  deliveries: z.array(
    anyFormatDeliverySchema.extend({ url: z.string() }).meta({ id: 'PaymentDelivery' }),
  ),
  timeline: z.array(timelineEntrySchema),
  explorer: z.string().nullable().meta({
    description: 'The page of a transaction at the explorer of the network: {txid} is its id.',
  }),
  refunds: z.array(dashboardRefundSchema).meta({ description: 'Oldest first.' }),
  refundable: refundableSchema,
  work: z.array(inboxEntrySchema).meta({ description: 'Why the payment is in the inbox.' }),
  ...inboxNoteFields,
  accepted_at: moment.nullable().meta({
    description:
      'When a member accepted the payment’s money although it was late, too little or too much.',
  }),
  marked: z
    .strictObject({ mark: z.enum(['Settled', 'Invalid']), at: moment, by: z.string() })
    .nullable()
    .meta({ description: 'The status of its invoice that a plugin set by hand.' }),
  settled: z.boolean().meta({
    description: 'Whether all its transactions have the required confirmations.',
  }),
  follow_up: z
    .strictObject({
      id: z.string(),
      status: z.enum(PAYMENT_STATUSES),
      checkout_url: z.string(),
    })
    .nullable()
    .meta({ description: 'The newest follow-up payment, which requests the missing amount.' }),
  allows_follow_ups: allowsFollowUpsSchema,
  can: z.strictObject({ change: z.boolean(), cancel: z.boolean(), simulate: z.boolean() }),
});
export type PaymentDetailResponse = ResponseOf<typeof paymentDetailSchema>;

interface DetailContext {
  readonly refunds: readonly ShownRefund[];
  readonly refundable: RefundTotals;
  readonly marked: ManualInvoiceStatus | null;
  readonly actor: Member;
  readonly sandbox: boolean;
  readonly appUrl: URL;
  readonly explorer: ExplorerTemplate | undefined;
}

export function paymentDetailResponse(
  detail: PaymentDetail,
  { actor, sandbox, appUrl, explorer, refunds, refundable, marked }: DetailContext,
): PaymentDetailResponse {
  const { row, chainHeight } = detail;
  const change = canMakeChanges(actor.role);
  const shown: Omit<PaymentDetail, 'row' | 'extra' | 'key' | 'wallet'> = detail;
  return serializeView(paymentDetailSchema, shown, {
    payment: paymentResponse(detail, appUrl),
    api_key: detail.key,
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    follow_up: detail.followUp && {
      id: detail.followUp.id,
      status: detail.followUp.status,
      checkout_url: publicUrl(appUrl, `/pay/${detail.followUp.checkoutId}`),
    },
    allows_follow_ups: !detail.extra?.noFollowUps,
    refunds: refunds.map(dashboardRefundResponse),
    refundable: serializeView(refundableSchema, refundable),
    marked: marked && { ...marked, at: marked.at.toISOString() },
    expired_at: row.expiredAt?.toISOString() ?? null,
    derivation: derivationOf(detail),
    outputs: outputPageResponse(detail.outputs, chainHeight),
    timeline: detail.timeline.map(timelineResponse),
    explorer: explorer ?? null,
    can: {
      change,
      cancel: change && row.status === 'pending' && row.receivedSats === 0,
      simulate: change && sandbox,
    },
  });
}

function derivationOf({ row, wallet }: PaymentDetail): PaymentDetailResponse['derivation'] {
  if (!wallet || row.derivationIndex === null) return null;
  return {
    index: row.derivationIndex,
    keys: keyPaths(wallet.descriptor, row.derivationIndex),
    fingerprint: wallet.fingerprint,
    descriptor: wallet.descriptor,
  };
}
