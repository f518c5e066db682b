import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { MAX_SATS } from '@/lib/domain/sats';
import type { PaymentJson } from '../payment-json';

export const moment = z.iso.datetime().meta({ description: 'ISO 8601, in UTC.' });
export const txid = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'Transaction id: 64 hex digits.' });
export const sats = (min: number) => z.int().min(min).max(MAX_SATS);
const count = z.int().min(0);

/** The id of something, such as `pay_` and 22 characters. */
export const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`));

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
  } satisfies Record<keyof PaymentJson, z.ZodType>)
  .meta({
    id: 'Payment',
    description: 'Every field is always there; what has no value yet is null.',
  });

export const paymentPageSchema = z
  .strictObject({
    data: z.array(paymentSchema).meta({ description: 'Newest first.' }),
    pagination: z
      .strictObject({
        total: count.meta({ description: 'How many match, on all pages together.' }),
        limit: z.int().min(1).max(100),
        offset: count,
        has_more: z.boolean(),
      })
      .meta({ id: 'Pagination' }),
  })
  .meta({ id: 'PaymentPage' });
