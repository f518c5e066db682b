const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/**
 * Returns the English name: "German" for `de`.
 *
 * @param tag a BCP 47 tag
 */
export function languageName(tag: string): string {
  return NAMES.of(tag) ?? tag;
}
