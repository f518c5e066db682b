import { decimalsOf, isCurrency } from './currency';
import { cachedNumberFormat } from './intl-formats';

/**
 * Formats an amount with all decimals of its currency, such as "49,90 €".
 *
 * @param amount a decimal number
 * @param locale by default the browser's
 */
export function money(amount: string, currency: string, locale?: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Intl accepts only codes of three letters, so it does not know SATS.
  if (currency === 'SATS')
    return `${cachedNumberFormat(locale, digits).format(asNumber(amount))} sat`;
  const style = { style: 'currency', currency, ...digits } as const;
  return cachedNumberFormat(locale, style)
    .format(asNumber(amount))
    .replace(LETTERS_AND_SIGN, '$&\u200e');
}

interface MoneyPart {
  readonly text: string;
  readonly isFraction: boolean;
}

/** Returns {@link money} in parts, so a page can style the decimals differently. */
export function moneyParts(amount: string, currency: string, locale?: string): MoneyPart[] {
  const text = money(amount, currency, locale);
  const [, before = text, fraction = '', after = ''] = /^(.*\d)([.,]\d+)(\D*)$/.exec(text) ?? [];
  return [
    { text: before, isFraction: false },
    ...(fraction ? [{ text: fraction, isFraction: true }] : []),
    ...(after ? [{ text: after, isFraction: false }] : []),
  ];
}

/**
 * Matches letters and "$" at the end, such as "US$". Right-to-left text would show the "$" first.
 */
const LETTERS_AND_SIGN = /\p{L}\$$/u;

/** Intl formats a decimal text exactly, but its types accept only numbers. */
const asNumber = (amount: string) => amount as unknown as number;
