import { isOneLine } from './one-line';
import { parseUrl } from './parse-url';

/** The placeholder in a return URL. The payment's id replaces it when the link is shown. */
const PLACEHOLDER = '{PAYMENT_ID}';

/**
 * Returns the link that leads back to the shop. @param text a URL that {@link isReturnUrl} accepts
 */
export function returnLink(text: string, paymentId: string): URL {
  return new URL(text.replaceAll(PLACEHOLDER, encodeURIComponent(paymentId)));
}

/**
 * Whether a text is a web address that a customer's browser may open: https or http, without a user
 * name or password. {@link PLACEHOLDER} may stand only after the host, because customers recognize
 * the shop by the host.
 */
export function isReturnUrl(text: string): boolean {
  const url = parseUrl(text);
  if (/\s/.test(text) || !isOneLine(text) || !/^https?:\/\//i.test(text) || !url) return false;
  const { hostname, username, password } = url;
  // A URL may have braces in its host, but not in its port.
  const isFixed = hostname !== '' && hostname === returnLink(text, 'x').hostname;
  return isFixed && username + password === '';
}

export function isSecure(text: string): boolean {
  return /^https:/i.test(text);
}
