import { decimalsOf, isCurrency } from './currency';
import { numberFormat } from './intl-formats';

/**
 * Returns an amount formatted for a locale, such as "49,90 €", with all decimals of the currency.
 *
 * @param amount a decimal number
 * @param locale the reader's locale; by default the browser's
 */
export function money(amount: string, currency: string, locale?: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Intl accepts only codes of three letters, so it does not know SATS.
  if (currency === 'SATS') return `${numberFormat(locale, digits).format(asNumber(amount))} sat`;
  const style = { style: 'currency', currency, ...digits } as const;
  return numberFormat(locale, style).format(asNumber(amount)).replace(LETTERS_AND_SIGN, '$&\u200e');
}

interface MoneyPart {
  readonly text: string;
  /** Whether the part is the decimal mark or a digit after it. */
  readonly isFraction: boolean;
}

/** Returns the parts of {@link money}. A page can show the decimals in another style. */
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
 * Matches letters and "$" at the end, such as "US$". In right-to-left text, the "$" would move
 * before the letters.
 */
const LETTERS_AND_SIGN = /\p{L}\$$/u;

/** Intl formats a decimal text exactly, but its types accept only numbers. */
const asNumber = (amount: string) => amount as unknown as number;
