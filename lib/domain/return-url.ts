import { isOneLine } from './one-line';
import { parseUrl } from './parse-url';

const PLACEHOLDER = '{PAYMENT_ID}';

/** Returns the link back to the shop. @param text a URL that {@link isReturnUrl} accepts */
export function buildReturnUrl(text: string, paymentId: string): URL {
  return new URL(text.replaceAll(PLACEHOLDER, encodeURIComponent(paymentId)));
}

/**
 * Whether a customer's browser may open the URL: https or http, without a user name or password.
 * {@link PLACEHOLDER} may stand only after the host, by which customers recognize the shop.
 */
export function isReturnUrl(text: string): boolean {
  const url = parseUrl(text);
  if (/\s/.test(text) || !isOneLine(text) || !/^https?:\/\//i.test(text) || !url) return false;
  const { hostname, username, password } = url;
  // The host must not contain the placeholder. The URL parser accepts braces in a host, but not in
  // a port.
  const isFixed = hostname !== '' && hostname === buildReturnUrl(text, 'x').hostname;
  return isFixed && username + password === '';
}

export function isHttpsUrl(text: string): boolean {
  return /^https:/i.test(text);
}
