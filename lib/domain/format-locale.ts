/**
 * Returns the locale for numbers, dates and durations in a language (BCP 47), with Latin digits,
 * because amounts, addresses and wallets use them.
 */
export function formatLocale(language: string): string {
  return `${language}-u-nu-latn`;
}
