import * as z from '@/app/form-schema';
import { decimalsOf, isCurrency } from '@/lib/domain/currency';
import { dustSats } from '@/lib/domain/dust';
import { MAX_DESCRIPTION, MAX_REFERENCE, MAX_TOLERANCE_PPM } from '@/lib/domain/limits';
import { type Metadata, metadataFault } from '@/lib/domain/metadata';
import { minorUnits } from '@/lib/domain/price';
import { isReturnUrl } from '@/lib/domain/return-url';
import { readDecimal } from '../../../_data/read-decimal';
import { readSats } from '../../../_data/read-sats';
import { SATOSHIS } from '../../../_form/currency-options';
import type { FieldNames } from '../../../_form/place-errors';
import { textUpTo } from '../../../_form/terms';

const PPM_PER_PERCENT = 10_000;

/** The form's fields, as typed. */
const fields = z.object({
  key: z.string(),
  amount: z.string(),
  currency: z.string(),
  reference: textUpTo(MAX_REFERENCE),
  description: textUpTo(MAX_DESCRIPTION),
  expiresIn: z.string(),
  confirmations: z.string(),
  tolerance: z.string().refine((text) => readPpm(text) !== undefined, {
    error: 'Enter a percentage from 0 to 1, such as 0.1.',
  }),
  webhookUrl: z.string().refine((text) => text.trim() === '' || /^https?:\/\/./.test(text.trim()), {
    error: 'Enter a complete URL, such as https://shop.example/webhooks.',
  }),
  address: z.string(),
  locale: z.string(),
  returnUrl: z.string().refine((text) => text.trim() === '' || isReturnUrl(text.trim()), {
    error: 'Enter a complete URL, such as https://shop.example/thanks.',
  }),
  returnAutomatically: z.boolean(),
  metadata: z.string().superRefine((text, context) => {
    const entries = readEntries(text);
    const names = new Set(entries.map(([name]) => name));
    const fault = text.split('\n').some((line) => line.trim() !== '' && !line.includes(':'))
      ? 'Write a name, a colon and a value on each line'
      : names.size < entries.length
        ? 'Use each name once'
        : metadataFault(Object.fromEntries(entries));
    if (fault) context.addIssue({ code: 'custom', message: `${fault}.` });
  }),
});

export type PaymentValues = z.infer<typeof fields>;

export const paymentValues = fields.refine((values) => isAmount(values), {
  path: ['amount'],
  error: ({ input }) => amountError((input as PaymentValues).currency),
  // Beside the errors of the other fields.
  when: () => true,
});

/** The request body. */
export function paymentBody(values: PaymentValues) {
  const text = (value: string) => value.trim() || undefined;
  return {
    api_key_id: values.key,
    ...amountBody(values),
    underpayment_tolerance_ppm: readPpm(values.tolerance),
    required_confirmations: Number(values.confirmations),
    expires_in: Number(values.expiresIn),
    reference: text(values.reference),
    description: text(values.description),
    webhook_url: text(values.webhookUrl),
    destination_address: text(values.address),
    locale: text(values.locale),
    return_url: text(values.returnUrl),
    return_automatically: values.returnAutomatically || undefined,
    metadata: readMetadata(values.metadata),
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

/** The form's fields, for the server's errors. */
export const PAYMENT_FIELDS: FieldNames<PaymentValues> = {
  ofParameter: {
    api_key_id: 'key',
    amount_sats: 'amount',
    'price/amount': 'amount',
    'price/currency': 'currency',
    underpayment_tolerance_ppm: 'tolerance',
    required_confirmations: 'confirmations',
    expires_in: 'expiresIn',
    reference: 'reference',
    webhook_url: 'webhookUrl',
    destination_address: 'address',
    description: 'description',
    locale: 'locale',
    return_url: 'returnUrl',
    return_automatically: 'returnUrl',
    metadata: 'metadata',
  },
  ofCode: {
    webhook_url_rejected: 'webhookUrl',
    address_network_mismatch: 'address',
    address_in_use: 'address',
    custom_address_not_allowed: 'address',
    rate_unavailable: 'currency',
  },
};

/** The amount as it is sent; the form lets no other text through. */
function amountBody({ amount, currency }: Pick<PaymentValues, 'amount' | 'currency'>) {
  if (currency === SATOSHIS) return { amount_sats: readSats(amount) ?? 0 };
  return { price: { amount: readDecimal(amount), currency } };
}

function isAmount({ amount, currency }: Pick<PaymentValues, 'amount' | 'currency'>): boolean {
  if (currency === SATOSHIS || !isCurrency(currency)) return (readSats(amount) ?? 0) >= 1;
  return minorUnits({ amount: readDecimal(amount), currency }) !== undefined;
}

function amountError(currency: string): string {
  if (currency === SATOSHIS || !isCurrency(currency))
    return 'Enter a whole number of satoshis, without a point or a comma: 125000.';
  const decimals = decimalsOf(currency);
  return decimals === 0
    ? `Enter a whole number of ${currency}, such as 4990.`
    : `Enter an amount with at most ${decimals} decimals, such as 49.90.`;
}

/** The names and values of lines such as `order: 1042`; lines without a colon are left out. */
function readEntries(text: string): [string, string][] {
  return text.split('\n').flatMap((line) => {
    const at = line.indexOf(':');
    return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
  });
}

function readMetadata(text: string): Metadata | undefined {
  const entries = readEntries(text);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Percent from 0 to 1 as parts per million; a comma is read as a point. */
function readPpm(text: string): number | undefined {
  const digits = text.trim().replace(',', '.');
  if (!/^\d(?:\.\d{1,4})?$/.test(digits)) return undefined;
  const ppm = Math.round(Number(digits) * PPM_PER_PERCENT);
  return ppm <= MAX_TOLERANCE_PPM ? ppm : undefined;
}
