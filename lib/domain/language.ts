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

/** The first subtags of all language tags that are recognized. */
export const FIRST_SUBTAGS: readonly string[] = [
  ...new Set([...LANGUAGES.map((tag) => tag.split('-')[0] ?? tag), ...Object.keys(FORMER_CODES)]),
];

/** The subtags that mean traditional Chinese: a script, and regions that use it. */
const TRADITIONAL_CHINESE = ['hant', 'tw', 'hk', 'mo'];

/**
 * Returns the language of a BCP 47 tag, which its first subtag decides: `de` for `de-CH`. For
 * Chinese, the script or region decides: `zh-Hant` for `zh-TW`. Returns undefined for any other
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
