export const MIN_PASSWORD_LENGTH = 10;
/**
 * Maximum length of a password. It is longer than any real one, and short enough to be hashed
 * cheaply.
 */
export const MAX_PASSWORD_LENGTH = 200;

/**
 * Returns the fault of a new password; undefined if there is none. Only the length counts (NIST SP
 * 800-63B section 5.1.1); digits and symbols are not required.
 */
export function passwordComplaint(password: string, email = ''): string | undefined {
  // The text is cut before counting, because a form can send a megabyte. A character has at most
  // two units.
  const length = [...password.slice(0, MAX_PASSWORD_LENGTH * 2 + 1)].length;
  if (length < MIN_PASSWORD_LENGTH) return `Use at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (new Set(password).size < 4) return 'Use more than a few different characters.';
  if (email !== '' && password.trim().toLowerCase() === email.trim().toLowerCase()) {
    return 'Use something other than your e-mail address.';
  }
  return undefined;
}
