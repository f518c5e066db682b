export const ONE_LINE_NAME_ERROR = 'A name has no control characters, such as line breaks.';

/**
 * Whether a text has neither line breaks or other control characters nor half of a surrogate pair.
 */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
