/**
 * Returns the URL of a text; undefined for any other text. `URL.canParse` is not used, because in
 * Node.js 20 its optimized version wrongly refuses texts with a Latin-1 character such as "ü".
 *
 * @param base the URL against which a relative URL is resolved
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The rule of {@link isEncodedUrl}. An error message shows it after the name of a setting. */
export const ENCODING_RULE =
  'must have special characters percent-encoded: @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, \\ as %5C, % as %25, a space as %20';

/**
 * Matches a text with at most one "@", and without a "/", "?" or "#" before it that ends the host.
 */
const ONE_AT = /^([^/?#@]*\/\/)?([^/?#@]*@)?[^@]*$/;

/**
 * Whether the special characters in a setting's URL are percent-encoded. If they were not, a part
 * of a password could be read as the host, which is logged and looked up.
 *
 * @param used which of "?" and "#" may occur, because this setting uses them; any other would be
 *   ignored
 */
export function isEncodedUrl(text: string, used = ''): boolean {
  if (/[\s\\\p{Cc}]/u.test(text) || !ONE_AT.test(text)) return false;
  if ([...'?#'].some((mark) => text.includes(mark) && !used.includes(mark))) return false;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
