const MAX_LENGTH = 254;

/** An address as it is kept and compared: trimmed, in lower case. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Whether mail could go there, generously: something, an at sign, something. Local names without
 * a dot count, as `demo@localhost` has one.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && /^[^\s\p{C}@<>"',;:\\]+@[^\s\p{C}@<>"',;:\\]+$/u.test(text);
}
