import { LANGUAGES, type Language, languageOf } from '@/lib/domain/language';

const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'he'];

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

/**
 * The language of the page: `requested` ("?lang=de") if supported, else that of the payment, else
 * the best match of Accept-Language (RFC 9110, 12.5.4) by its first subtag.
 */
export function chooseLanguage(
  requested: string | null,
  ofPayment: Language | null,
  acceptLanguage: string | null,
): Language {
  const candidates = [requested ?? '', ofPayment ?? '', ...preferences(acceptLanguage ?? '')];
  for (const candidate of candidates) {
    const found = languageOf(candidate);
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
