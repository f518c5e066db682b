import { z } from 'zod';
import { type Currency, decimalsOf, isCurrency } from '@/lib/domain/currency';
import { MAX_PRICE_WHOLE_DIGITS, minorUnits } from '@/lib/domain/price';

const CURRENCY_ERROR =
  'Must be the code of a currency in ISO 4217, such as EUR, or BTC or SATS, in capital letters.';

export const currency = z
  .string({ error: CURRENCY_ERROR })
  .refine(isCurrency, { error: CURRENCY_ERROR, params: { code: 'unknown_currency' } })
  .transform((code) => code as Currency)
  .meta({
    description: 'ISO 4217, or BTC or SATS.',
    examples: ['EUR'],
    // The OpenAPI document does not list the codes, because currencies may be added or removed.
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      Object.assign(jsonSchema, { type: 'string', pattern: '^[A-Z]{3,4}$' });
    },
  });

export const price = z
  .strictObject({
    amount: z.string({ error: 'Must be a decimal number in quotes, such as "49.90".' }).meta({
      description:
        'A decimal number with no more digits after the point than the currency has: two for EUR, none for JPY.',
      examples: ['49.90'],
      pattern: `^\\d{1,${MAX_PRICE_WHOLE_DIGITS}}(\\.\\d+)?$`,
    }),
    currency,
  })
  .check(({ value, issues }) => {
    if (!isCurrency(value.currency) || minorUnits(value) !== undefined) return;
    issues.push(createAmountIssue(value.currency, value.amount, 'amount'));
  });

/** Returns the error for a text that is not an amount of this currency. */
export function createAmountIssue(of: Currency, input: string, field: string) {
  const decimals = decimalsOf(of);
  const rule =
    decimals === 0
      ? `a positive whole number of at most ${MAX_PRICE_WHOLE_DIGITS} digits`
      : `a positive decimal number with at most ${MAX_PRICE_WHOLE_DIGITS} digits before the point and ${decimals} after it`;
  return {
    code: 'custom' as const,
    path: [field],
    input,
    message: `Must be ${rule}, such as "${example(decimals)}".`,
    params: { code: 'invalid_format' },
  };
}

const example = (decimals: number) =>
  decimals === 0 ? '49' : `49.${'90000000'.slice(0, decimals)}`;
