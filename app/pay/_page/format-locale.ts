/**
 * The locale of numbers, dates and durations in a language (BCP 47): with Latin digits, since
 * amounts, addresses and wallets have them.
 */
export function formatLocale(language: string): string {
  return `${language}-u-nu-latn`;
}
