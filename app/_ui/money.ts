import { decimalsOf, isCurrency } from '@/lib/domain/currency';

/**
 * An amount of a currency in words of a language, such as "49,90 €", with all decimals of the currency.
 *
 * @param amount a decimal number
 * @param locale that of the reader; by default the browser's
 */
export function money(amount: string, currency: string, locale?: string): string {
  const decimals = isCurrency(currency) ? decimalsOf(currency) : 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // Not a currency to Intl, whose codes have three letters.
  if (currency === 'SATS')
    return `${new Intl.NumberFormat(locale, digits).format(asNumber(amount))} sat`;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
  return format.format(asNumber(amount));
}

/** Intl formats decimal text exactly; its types know only numbers. */
const asNumber = (amount: string) => amount as unknown as number;
