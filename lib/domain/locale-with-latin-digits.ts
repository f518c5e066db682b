/**
 * Returns a language's locale with Latin digits (BCP 47), because addresses and wallets use those.
 */
export function localeWithLatinDigits(language: string): string {
  return `${language}-u-nu-latn`;
}
