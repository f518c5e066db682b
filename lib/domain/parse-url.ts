/**
 * Returns undefined if the text is no URL. `URL.canParse` is not used, because its optimized
 * version in Node.js 20 wrongly refuses texts with a Latin-1 character such as "ü".
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** The rule of {@link isEncodedUrl}, as an error message shows it after a setting's name. */
export const URL_ENCODING_RULE =
  'must have special characters percent-encoded: @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, \\ as %5C, % as %25, a space as %20';

/**
 * Matches a text with at most one "@". No "/", "?" or "#" may stand before it, because these would
 * end the host.
 */
const ONE_AT = /^([^/?#@]*\/\/)?([^/?#@]*@)?[^@]*$/;

/**
 * Whether special characters in a setting's URL are percent-encoded. Otherwise a part of a password
 * could be read as the host, which is logged and looked up.
 *
 * @param used which of "?" and "#" this setting may contain
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
