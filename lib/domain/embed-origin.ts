import { parseUrl } from './parse-url';

/**
 * A name of letters, digits, dots and hyphens (an international one in its ASCII form), an IPv4
 * address or an IPv6 literal, with an optional port. A URL's host may contain more ("*", ";", ","
 * and quotes), which would widen the policy or end its directive.
 */
const ORIGIN = /^https?:\/\/(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/**
 * Whether a text is exactly one web origin ("https://shop.example"), for frame-ancestors of a
 * Content-Security-Policy.
 */
export function isEmbedOrigin(text: string): boolean {
  return ORIGIN.test(text) && parseUrl(text)?.origin === text;
}
