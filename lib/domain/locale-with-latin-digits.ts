/** Returns a language's locale with Latin digits (BCP 47), as in addresses and wallets. */
export function localeWithLatinDigits(language: string): string {
  return `${language}-u-nu-latn`;
}
