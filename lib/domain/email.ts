export const MAX_EMAIL = 254;

/** Returns an address in the form that is stored and compared: trimmed, in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Whether a text looks like an e-mail address. It must have text on both sides of an at sign. The
 * domain needs no dot, because `demo@localhost` is valid.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && /^[^\s\p{C}@<>"',;:\\]+@[^\s\p{C}@<>"',;:\\]+$/u.test(text);
}
