/**
 * Returns the locale in which numbers, dates and durations are formatted for a language (BCP 47).
 * It always has Latin digits, because amounts, addresses and wallets have them.
 */
export function formatLocale(language: string): string {
  return `${language}-u-nu-latn`;
}
