import { z } from 'zod';
import { dustSats } from '@/lib/domain/dust';
import { readSats } from '../../../_data/read-sats';

const PPM_PER_PERCENT = 10_000;

/** The form's fields, as typed. */
export const paymentValues = z.object({
  key: z.string(),
  amount: z.string().refine((text) => (readSats(text) ?? 0) >= 1, {
    error: 'Enter a whole number of satoshis, without a point or a comma: 125000.',
  }),
  reference: z.string().max(255, { error: 'Use at most 255 characters.' }),
  expiresIn: z.string(),
  confirmations: z.string(),
  tolerance: z.string().refine((text) => readPpm(text) !== undefined, {
    error: 'Enter a percentage from 0 to 1, such as 0.1.',
  }),
  webhookUrl: z.string().refine((text) => text.trim() === '' || /^https?:\/\/./.test(text.trim()), {
    error: 'Enter a complete URL, such as https://shop.example/webhooks.',
  }),
  address: z.string(),
});
export type PaymentValues = z.infer<typeof paymentValues>;

/** The request body. */
export function paymentBody(values: PaymentValues) {
  const text = (value: string) => value.trim() || undefined;
  return {
    api_key_id: values.key,
    // The form lets no other text through.
    amount_sats: readSats(values.amount) ?? 0,
    underpayment_tolerance_ppm: readPpm(values.tolerance),
    required_confirmations: Number(values.confirmations),
    expires_in: Number(values.expiresIn),
    reference: text(values.reference),
    webhook_url: text(values.webhookUrl),
    destination_address: text(values.address),
  };
}

/**
 * What wallets send at least to the payment's address; undefined if unknown.
 *
 * @param ofKey the same for the addresses of the key's wallet
 */
export function leastSats(address: string, ofKey: number | null | undefined): number | undefined {
  const own = address.trim();
  return own === '' ? (ofKey ?? undefined) : dustSats(own);
}

/** The form field for each field of the request body, for the server's errors. */
export const FIELD_OF_PARAMETER: Readonly<Record<string, keyof PaymentValues>> = {
  api_key_id: 'key',
  amount_sats: 'amount',
  underpayment_tolerance_ppm: 'tolerance',
  required_confirmations: 'confirmations',
  expires_in: 'expiresIn',
  reference: 'reference',
  webhook_url: 'webhookUrl',
  destination_address: 'address',
};

/** The form field that an error code is about. */
export const FIELD_OF_CODE: Readonly<Record<string, keyof PaymentValues>> = {
  webhook_url_rejected: 'webhookUrl',
  address_network_mismatch: 'address',
  address_in_use: 'address',
  custom_address_not_allowed: 'address',
};

/** Percent from 0 to 1 as parts per million; a comma is read as a point. */
function readPpm(text: string): number | undefined {
  const digits = text.trim().replace(',', '.');
  if (!/^\d(?:\.\d{1,4})?$/.test(digits)) return undefined;
  const ppm = Math.round(Number(digits) * PPM_PER_PERCENT);
  return ppm <= PPM_PER_PERCENT ? ppm : undefined;
}
