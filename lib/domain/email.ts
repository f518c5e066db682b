export const MAX_EMAIL = 254;

/** Returns the form in which addresses are stored and compared: trimmed, in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Whether a text looks like an e-mail address, which is a text, an at sign and another text. The
 * domain needs no dot, so that `demo@localhost` is valid.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && /^[^\s\p{C}@<>"',;:\\]+@[^\s\p{C}@<>"',;:\\]+$/u.test(text);
}
