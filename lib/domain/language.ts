/** The languages of the payment page (BCP 47). The first is the fallback. */
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

/** Codes that were replaced in 1989. Some systems still send them. */
const FORMER_CODES: Readonly<Record<string, Language>> = { iw: 'he', in: 'id' };

export const PRIMARY_SUBTAGS: readonly string[] = [
  ...new Set([...LANGUAGES.map((tag) => tag.split('-')[0] ?? tag), ...Object.keys(FORMER_CODES)]),
];

const TRADITIONAL_CHINESE = ['hant', 'tw', 'hk', 'mo'];

/** Returns the supported language of a BCP 47 tag: `de` for `de-CH`, `zh-Hant` for `zh-TW`. */
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
