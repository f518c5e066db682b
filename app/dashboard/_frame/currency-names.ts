import { CURRENCIES, unitsPerBitcoin } from '@/lib/domain/currency';

const NAMES = new Intl.DisplayNames('en', { type: 'currency' });

/** The currencies that are not units of bitcoin, each with its code and its name. */
export const CURRENCY_NAMES = CURRENCIES.filter((code) => unitsPerBitcoin(code) === undefined).map(
  (code) => [code, NAMES.of(code)] as const,
);
