/** The error message for a name that breaks {@link isOneLine}. */
export const NAME_IS_ONE_LINE = 'A name has no control characters, such as line breaks.';

/**
 * Whether a text has no half of a surrogate pair, and no line breaks or other control characters,
 * which would break a name out of its line.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
