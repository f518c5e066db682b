/**
 * Returns the URL of a text; undefined for any other text. `URL.canParse` is not used, because the
 * optimized version in Node.js 20 refuses texts with a Latin-1 character such as "ü", which `new
 * URL` accepts.
 *
 * @param base the URL to which a relative URL is relative
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The rule of {@link isEncodedUrl}, for an error message after the name of a setting. */
export const ENCODING_RULE =
  'must have special characters percent-encoded: @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, \\ as %5C, % as %25, a space as %20';

/** No character before an "@" ends the host, and there is at most one "@". */
const ONE_AT = /^([^/?#@]*\/\/)?([^/?#@]*@)?[^@]*$/;

/**
 * Whether a setting's URL has its special characters percent-encoded. Otherwise a part of a
 * password could be read as the host, which is logged and looked up.
 *
 * @param used which of "?" and "#" this setting uses; the other one would be ignored
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
