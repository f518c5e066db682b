export const ONE_LINE_NAME_ERROR = 'A name has no control characters, such as line breaks.';

/** Whether a text has no control characters (such as line breaks) and no unpaired surrogates. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text);
}
