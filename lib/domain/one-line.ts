/** The error message for a name that breaks {@link isOneLine}. */
export const NAME_IS_ONE_LINE = 'A name has no control characters, such as line breaks.';

/**
 * Whether a text stays in one line: it has no line breaks or other control characters. It must also
 * have no half of a surrogate pair.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
