import { isOneLine } from './one-line';
import { parseUrl } from './parse-url';

/** The placeholder in a return URL, replaced by the payment's id when the link is shown. */
const PLACEHOLDER = '{PAYMENT_ID}';

/** Returns the link back to the shop. @param text a URL that {@link isReturnUrl} accepts */
export function returnLink(text: string, paymentId: string): URL {
  return new URL(text.replaceAll(PLACEHOLDER, encodeURIComponent(paymentId)));
}

/**
 * Whether a text is a web address for a customer's browser: https or http, without user name and
 * password. {@link PLACEHOLDER} is allowed only after the host, because the customer reads the
 * host.
 */
export function isReturnUrl(text: string): boolean {
  const url = parseUrl(text);
  if (/\s/.test(text) || !isOneLine(text) || !/^https?:\/\//i.test(text) || !url) return false;
  const { hostname, username, password } = url;
  // Braces are allowed in a host, but not in a port.
  const isFixed = hostname !== '' && hostname === returnLink(text, 'x').hostname;
  return isFixed && username + password === '';
}

export function isSecure(text: string): boolean {
  return /^https:/i.test(text);
}
