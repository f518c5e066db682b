/** The languages of the payment page; the first is the fallback. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ja', 'ar', 'he'] as const;

export type Language = (typeof LANGUAGES)[number];

const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'he'];

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

/**
 * The language of the page: `requested` ("?lang=de") if supported, else the best match of
 * Accept-Language (RFC 9110, 12.5.4) by its first subtag.
 */
export function chooseLanguage(requested: string | null, acceptLanguage: string | null): Language {
  const candidates = [requested ?? '', ...preferences(acceptLanguage ?? '')];
  for (const candidate of candidates) {
    const found = known(candidate);
    if (found) return found;
  }
  return LANGUAGES[0];
}

function preferences(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((text) => /^q=/i.test(text))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function known(tag: string): Language | undefined {
  const first = tag.toLowerCase().split('-')[0];
  // Hebrew's code until 1989, which some systems still send.
  const code = first === 'iw' ? 'he' : first;
  return LANGUAGES.find((language) => language === code);
}
