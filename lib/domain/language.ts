/** The languages of the hosted payment page; the first is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja', 'ar', 'he'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of a BCP 47 tag by its first subtag, such as `de` for `de-CH`; else undefined. */
export function languageOf(tag: string): Language | undefined {
  const first = tag.toLowerCase().split('-')[0];
  // Hebrew's code until 1989, which some systems still send.
  const code = first === 'iw' ? 'he' : first;
  return LANGUAGES.find((language) => language === code);
}
