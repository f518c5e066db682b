import * as z from '@/app/form-schema';
import { decimalsOf, isCurrency } from '@/lib/domain/currency';
import {
  DEFAULT_CONFIRMATIONS,
  DEFAULT_EXPIRES_IN_SECONDS,
  MAX_REFERENCE_LENGTH,
} from '@/lib/domain/limits';
import { minorUnits } from '@/lib/domain/price';
import { normalizeDecimal } from '../_data/normalize-decimal';
import { parseTypedSats } from '../_data/parse-typed-sats';
import { SATOSHIS } from './currency-options';

/** Returns undefined if only spaces were typed. */
export function trimOrUndefined(text: string): string | undefined {
  return text.trim() || undefined;
}

/** Limits a text in characters, counted as in the API. */
export function maxLengthTextSchema(max: number) {
  return z.string().refine((text) => [...text.trim()].length <= max, {
    error: `Use at most ${max} characters.`,
  });
}

/** The typed values that the forms for payments and for payment links have in common. */
export const termsFields = {
  key: z.string(),
  expiresIn: z.string(),
  confirmations: z.string(),
  reference: maxLengthTextSchema(MAX_REFERENCE_LENGTH),
  webhookUrl: z.string().refine((text) => text.trim() === '' || /^https?:\/\/./.test(text.trim()), {
    error: 'Enter a complete URL, such as https://shop.example/webhooks.',
  }),
};

/** The initial values, which match the API's defaults. */
export const DEFAULT_TERMS = {
  expiresIn: String(DEFAULT_EXPIRES_IN_SECONDS),
  confirmations: String(DEFAULT_CONFIRMATIONS),
  reference: '',
  webhookUrl: '',
};

export function termsBody(values: typeof DEFAULT_TERMS & { readonly key: string }) {
  return {
    api_key_id: values.key,
    expires_in: Number(values.expiresIn),
    required_confirmations: Number(values.confirmations),
    reference: trimOrUndefined(values.reference),
    webhook_url: trimOrUndefined(values.webhookUrl),
  };
}

export function isAmount(text: string, currency: string): boolean {
  if (currency === SATOSHIS) return (parseTypedSats(text) ?? 0) >= 1;
  return (
    isCurrency(currency) && minorUnits({ amount: normalizeDecimal(text), currency }) !== undefined
  );
}

export function amountError(currency: string): string {
  if (currency === SATOSHIS || !isCurrency(currency))
    return 'Enter a whole number of satoshis, without a point or a comma, such as 125000.';
  const decimals = decimalsOf(currency);
  return decimals === 0
    ? `Enter a whole number of ${currency}, such as 4990.`
    : `Enter an amount with at most ${decimals} decimals and no thousands separator, such as 1249.90.`;
}

/** Converts a valid amount to a field of the request body. */
export function amountBody(amount: string, currency: string) {
  if (currency === SATOSHIS) return { amount_sats: parseTypedSats(amount) ?? 0 };
  return { price: { amount: normalizeDecimal(amount), currency } };
}
