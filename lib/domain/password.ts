export const MIN_PASSWORD_LENGTH = 10;
/** A limit keeps hashing cheap. No real password is longer. */
export const MAX_PASSWORD_LENGTH = 200;

/**
 * Returns what is wrong with a new password; undefined if nothing is. Digits and symbols are not
 * required (NIST SP 800-63B section 5.1.1).
 */
export function passwordComplaint(password: string, email = ''): string | undefined {
  // A form can send a megabyte, so the text is cut before its characters are counted. A character
  // has at most two UTF-16 units.
  const length = [...password.slice(0, MAX_PASSWORD_LENGTH * 2 + 1)].length;
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (new Set(password).size < 4) return 'Use more than a few different characters.';
  if (email !== '' && password.trim().toLowerCase() === email.trim().toLowerCase()) {
    return 'Use something other than your e-mail address.';
  }
  return undefined;
}
