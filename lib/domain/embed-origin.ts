import { parseUrl } from './parse-url';

/**
 * Matches an origin. A URL's host may also contain "*", ";", "," and quotes, which could widen the
 * Content-Security-Policy or end its directive, so only plain names and IP addresses match.
 */
const ORIGIN = /^https?:\/\/(?:[a-z\d.-]+|\[[\da-f:]+\])(?::\d+)?$/;

/**
 * Whether a text is exactly one web origin, which is safe in the frame-ancestors of a
 * Content-Security-Policy.
 */
export function isEmbedOrigin(text: string): boolean {
  return ORIGIN.test(text) && parseUrl(text)?.origin === text;
}
