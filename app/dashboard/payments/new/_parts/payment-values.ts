import * as z from '@/app/form-schema';
import { MAX_CUSTOMER_NAME_LENGTH } from '@/lib/domain/customer';
import { dustSats } from '@/lib/domain/dust';
import { isEmail, normalizeEmail } from '@/lib/domain/email';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_TOLERANCE_PPM,
} from '@/lib/domain/limits';
import { type Metadata, metadataFault } from '@/lib/domain/metadata';
import { isReturnUrl } from '@/lib/domain/return-url';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { normalizeDecimal } from '../../../_data/normalize-decimal';
import { PPM_PER_PERCENT } from '../../../_data/ppm-per-percent';
import type { ErrorFieldMap } from '../../../_form/show-form-errors';
import {
  amountBody,
  amountError,
  isAmount,
  maxLengthTextSchema,
  termsBody,
  termsFields,
  trimOrUndefined,
} from '../../../_form/terms';

const fields = z.object({
  ...termsFields,
  amount: z.string(),
  currency: z.string(),
  description: maxLengthTextSchema(MAX_DESCRIPTION_LENGTH),
  tolerance: z.string().refine((text) => readPpm(text) !== undefined, {
    error: 'Enter a tolerance from 0 % to 1 %, such as 0.1.',
  }),
  address: z.string(),
  customerName: maxLengthTextSchema(MAX_CUSTOMER_NAME_LENGTH),
  customerEmail: z.string().refine((text) => text.trim() === '' || isEmail(normalizeEmail(text)), {
    error: 'Enter an e-mail address, such as ada@example.com.',
  }),
  customerReference: maxLengthTextSchema(MAX_REFERENCE_LENGTH),
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

export const paymentFormSchema = fields.refine(
  ({ amount, currency }) => isAmount(amount, currency),
  {
    path: ['amount'],
    error: ({ input }) => amountError((input as PaymentValues).currency),
    // Runs even if other fields have errors, so that all errors appear together.
    when: () => true,
  },
);

type Key = Pick<KeyResponse, 'id' | 'allow_custom_addresses'>;

/**
 * Returns the typed destination address, or an empty text if the chosen key does not allow one and
 * the field is hidden.
 */
export function allowedAddress(
  { key, address }: Pick<PaymentValues, 'key' | 'address'>,
  keys: readonly Key[],
): string {
  return keys.find(({ id }) => id === key)?.allow_custom_addresses ? address : '';
}

export function paymentBody(values: PaymentValues, keys: readonly Key[]) {
  return {
    ...termsBody(values),
    ...amountBody(values.amount, values.currency),
    underpayment_tolerance_ppm: readPpm(values.tolerance),
    description: trimOrUndefined(values.description),
    destination_address: trimOrUndefined(allowedAddress(values, keys)),
    customer: customerOf(values),
    locale: trimOrUndefined(values.locale),
    return_url: trimOrUndefined(values.returnUrl),
    return_automatically: values.returnAutomatically || undefined,
    metadata: readMetadata(values.metadata),
  };
}

function customerOf(values: PaymentValues) {
  const name = trimOrUndefined(values.customerName);
  const email = trimOrUndefined(values.customerEmail);
  const reference = trimOrUndefined(values.customerReference);
  return name || email || reference ? { name, email, reference } : undefined;
}

/**
 * Returns the smallest amount that wallets send to the address; undefined if unknown.
 *
 * @param ofKey the smallest amount for the wallet of the API key, used without a typed address
 */
export function minSendableSats(address: string, ofKey: number | undefined): number | undefined {
  const own = address.trim();
  return own === '' ? ofKey : dustSats(own);
}

export const PAYMENT_ERROR_FIELDS: ErrorFieldMap<PaymentValues> = {
  api_key_id: 'key',
  amount_sats: 'amount',
  'price/amount': 'amount',
  'price/currency': 'currency',
  underpayment_tolerance_ppm: 'tolerance',
  required_confirmations: 'confirmations',
  expires_in: 'expiresIn',
  webhook_url: 'webhookUrl',
  destination_address: 'address',
  'customer/name': 'customerName',
  'customer/email': 'customerEmail',
  'customer/reference': 'customerReference',
  return_url: 'returnUrl',
  return_automatically: 'returnUrl',
  webhook_url_rejected: 'webhookUrl',
  address_network_mismatch: 'address',
  address_in_use: 'address',
  custom_address_not_allowed: 'address',
  rate_unavailable: 'currency',
};

/** Parses lines such as `order: 1042`. Lines without a colon are skipped. */
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

/** Converts a percentage from 0 to 1 % to parts per million; undefined for any other text. */
function readPpm(text: string): number | undefined {
  const digits = normalizeDecimal(text);
  if (!/^\d(?:\.\d{1,4})?$/.test(digits)) return undefined;
  const ppm = Math.round(Number(digits) * PPM_PER_PERCENT);
  return ppm <= MAX_TOLERANCE_PPM ? ppm : undefined;
}
