/** The languages of the payment page (BCP 47); the first is the fallback. */
export const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'tr',
  'id',
  'vi',
  'ru',
  'uk',
  'zh-Hans',
  'zh-Hant',
  'ja',
  'ko',
  'hi',
  'bn',
  'th',
  'ar',
  'fa',
  'ur',
  'he',
] as const;

export type Language = (typeof LANGUAGES)[number];

/** Language codes replaced in 1989, which some systems still send. */
const FORMER_CODES: Readonly<Record<string, Language>> = { iw: 'he', in: 'id' };

/** The first subtags of the tags that are understood. */
export const FIRST_SUBTAGS: readonly string[] = [
  ...new Set([...LANGUAGES.map((tag) => tag.split('-')[0] ?? tag), ...Object.keys(FORMER_CODES)]),
];

/** The script, and regions that write Chinese in it. */
const TRADITIONAL_CHINESE = ['hant', 'tw', 'hk', 'mo'];

/**
 * Returns the language of a BCP 47 tag by its first subtag, such as `de` for `de-CH`. Chinese is
 * chosen by its script or place, such as `zh-Hant` for `zh-TW`. Returns undefined for any other
 * tag.
 */
export function languageOf(tag: string): Language | undefined {
  const [first = '', ...others] = tag.toLowerCase().split('-');
  if (first === 'zh') {
    const simplified =
      others.includes('hans') || !others.some((one) => TRADITIONAL_CHINESE.includes(one));
    return simplified ? 'zh-Hans' : 'zh-Hant';
  }
  const code = FORMER_CODES[first] ?? first;
  return LANGUAGES.find((language) => language === code);
}
