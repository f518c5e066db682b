import { parseUrl } from './parse-url';

/**
 * Matches an origin. Its host may be a name of letters, digits, dots and hyphens (an international
 * name in its ASCII form), an IPv4 address or an IPv6 literal. A URL's host may contain more, such
 * as "*", ";", "," and quotes, which could widen the policy or end its directive.
 */
const ORIGIN = /^https?:\/\/(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/**
 * Whether a text is exactly one web origin, such as "https://shop.example". It is then safe in the
 * frame-ancestors of a Content-Security-Policy.
 */
export function isEmbedOrigin(text: string): boolean {
  return ORIGIN.test(text) && parseUrl(text)?.origin === text;
}
