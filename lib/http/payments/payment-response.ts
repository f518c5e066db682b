import { z } from 'zod';
import { paymentUri } from '@/lib/bitcoin/bip21';
import { confirmations } from '@/lib/domain/confirmations';
import { LANGUAGES } from '@/lib/domain/language';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { publicUrl } from '@/lib/domain/public-url';
import { NO_EXTRA, type PaymentExtra } from '@/lib/payments/payment-extra';
import { customerOf, type PaymentRow } from '@/lib/payments/payment-row';
import { dueSats } from '@/lib/payments/public-payment';
import type { ListedPage } from '@/lib/payments/views/list-payments';
import { priceJson } from '@/lib/webhooks/events/event-body';
import { nextCursor } from '../input/cursor';
import { priceSchema } from '../rates/price-response';
import type { ResponseOf } from '../response';
import {
  count,
  idOf,
  metadataSchema,
  moment,
  paginationSchema,
  sats,
  txid,
} from '../response-fields';
import { serializeView } from '../serialize-view';

const customerSchema = z
  .strictObject({
    name: z.string().nullable(),
    email: z.string().nullable(),
    reference: z.string().nullable(),
  })
  .meta({ id: 'Customer' });

export const paymentSchema = z
  .strictObject({
    id: idOf('payment').meta({ description: 'Assigned by the service.' }),
    address: z.string().meta({ description: 'Where the customer pays.' }),
    txid: txid.nullable().meta({
      description:
        'The transaction that reached the required amount; before that, the newest one; null before the first.',
    }),
    amount_sats: sats(1).meta({ description: 'The requested amount.' }),
    underpayment_tolerance_ppm: z.int().min(0).max(10_000).meta({
      description: 'The accepted underpayment, in parts per million.',
    }),
    received_sats: sats(0).meta({
      description: 'The received amount that counts, in the mempool and in blocks.',
    }),
    status: z.enum(PAYMENT_STATUSES).meta({ description: 'No other status is ever added.' }),
    price: priceSchema.nullable().meta({
      description:
        'How the amount was computed, if the payment was requested in another currency. It never changes.',
    }),
    flags: z.array(z.enum(PAYMENT_FLAGS)).meta({ description: 'Further facts about the payment.' }),
    confirmations: count.meta({
      description: 'Confirmations of the required amount; 0 until blocks cover it.',
    }),
    required_confirmations: z
      .int()
      .min(1)
      .max(6)
      .meta({ description: 'Confirmations needed for `confirmed`.' }),
    network: z
      .enum(NETWORKS)
      .meta({ description: 'The network of the API key; `testnet` is testnet3.' }),
    created_at: moment,
    expires_at: moment,
    detected_at: moment.nullable().meta({
      description: 'When the required amount was first seen; null while it is missing.',
    }),
    confirmed_at: moment.nullable().meta({
      description: 'When the payment was confirmed; null while it is not.',
    }),
    canceled_at: moment
      .nullable()
      .meta({ description: 'When the payment was canceled; null otherwise.' }),
    reference: z.string().nullable().meta({ description: 'As given at creation.' }),
    customer: customerSchema.nullable().meta({
      description:
        'Who pays, as given at creation or on the page of a payment link; null if unknown or erased.',
    }),
    metadata: metadataSchema,
    description: z.string().nullable().meta({ description: 'As given at creation.' }),
    locale: z.enum(LANGUAGES).nullable().meta({
      description:
        'The language of the payment page; null for the language of the customer’s browser.',
    }),
    return_url: z.string().nullable().meta({ description: 'As given at creation.' }),
    return_automatically: z.boolean().meta({ description: 'As given at creation.' }),
    payment_link_id: idOf('link').nullable().meta({
      description: 'The payment link on whose page the payment was created; null if there is none.',
    }),
    payer_note: z.string().nullable().meta({
      description: 'The note that the customer entered on the page of the payment link.',
    }),
    follows_payment_id: idOf('payment').nullable().meta({
      description:
        'The payment whose missing amount this payment requests; null if this is not a follow-up payment.',
    }),
    webhook_url: z
      .string()
      .nullable()
      .meta({ description: 'As given at creation, or else the default of the API key.' }),
    checkout_url: z.url().meta({ description: 'The page to send the customer to.' }),
    payment_uri: z.string().meta({
      description:
        'A BIP 21 URI that opens a wallet with the amount left to pay. Once the payment is complete, it contains no amount.',
    }),
  })
  .meta({
    id: 'Payment',
    description: 'All fields are always present; fields without a value are null.',
  });

export type PaymentResponse = ResponseOf<typeof paymentSchema>;

/** The response omits these columns, or shows them in another form. */
type NotShown =
  | 'tolerancePpm'
  | 'coveredHeight'
  | 'checkoutId'
  | 'requiredSats'
  | 'apiKeyId'
  | 'walletId'
  | 'customerName'
  | 'customerEmail'
  | 'customerReference'
  | 'customerKey'
  | 'derivationIndex'
  | 'script'
  | 'holdsAddress'
  | 'watchFromHeight'
  | 'watchAfterHash'
  | 'announcedTxid'
  | 'handled'
  | 'acceptedAt'
  | 'eventCount'
  | 'updatedAt'
  | 'expiredAt'
  | 'seal';

interface FoundPayment {
  readonly row: PaymentRow;
  readonly extra: PaymentExtra | null;
  /** The last block whose effects are in the database; null before the first. */
  readonly chainHeight: number | null;
}

export function paymentResponse(
  { row, extra, chainHeight }: FoundPayment,
  appUrl: URL,
): PaymentResponse {
  const shown: Omit<PaymentRow, NotShown> = row;
  const given: Omit<PaymentExtra, 'noFollowUps'> = extra ?? NO_EXTRA;
  return serializeView(
    paymentSchema,
    { ...shown, ...given, customer: customerOf(row) },
    {
      underpayment_tolerance_ppm: row.tolerancePpm,
      price: row.price && priceJson(row.price),
      confirmations: confirmations(row.coveredHeight, chainHeight),
      checkout_url: publicUrl(appUrl, `/pay/${row.checkoutId}`),
      payment_uri: paymentUri(row.address, dueSats(row)),
    },
  );
}

export const publicPaymentListSchema = z
  .strictObject({
    data: z.array(paymentSchema).meta({ description: 'Newest first.' }),
    pagination: paginationSchema
      .extend({
        next_cursor: z.string().nullable().meta({
          description: 'The `cursor` of the next page; null when there is none.',
        }),
      })
      .meta({ id: 'Pagination' }),
  })
  .meta({ id: 'PaymentPage' });

export function publicPaymentListResponse(
  { payments, total, hasMore }: ListedPage,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  appUrl: URL,
): ResponseOf<typeof publicPaymentListSchema> {
  const next = nextCursor(payments.at(-1)?.row, hasMore);
  return {
    data: payments.map((payment) => paymentResponse(payment, appUrl)),
    pagination: { total, limit, offset, has_more: hasMore, next_cursor: next },
  };
}

export const dashboardPaymentListSchema = z
  .strictObject({
    data: z.array(paymentSchema).meta({ description: 'Newest first.' }),
    pagination: paginationSchema,
  })
  .meta({ id: 'DashboardPaymentPage' });
