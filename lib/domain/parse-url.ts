/**
 * The URL of a text; undefined for any other text. Not `URL.canParse`: once optimized, Node.js 20's
 * version refuses texts with a Latin-1 character such as "ü", which `new URL` accepts.
 *
 * @param base what a relative URL is relative to
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a text can be percent-decoded: a "%" that stands for itself is written as %25. */
export function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}
