import { LANGUAGES, type Language, languageOf } from '@/lib/domain/language';

const RIGHT_TO_LEFT: readonly Language[] = ['ar', 'fa', 'ur', 'he'];

/**
 * The page's own font lacks letters of these languages, and two fonts would alternate within words.
 */
const IN_SYSTEM_FONT: readonly Language[] = ['vi', 'ru', 'uk'];

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}

export function hasOwnFont(language: Language): boolean {
  return !IN_SYSTEM_FONT.includes(language);
}

/** Returns the language in a page's URL ("?lang=de"), if it is supported. */
export function requestedLanguage(request: Request): Language | undefined {
  return languageOf(new URL(request.url).searchParams.get('lang') ?? '');
}

/**
 * Returns `requested` if it is supported, else the payment's language, else the best match of
 * Accept-Language (RFC 9110, 12.5.4).
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
