export const MAX_EMAIL_LENGTH = 254;

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether a text looks like an e-mail address. A domain without a dot is valid. */
export function isEmail(text: string): boolean {
  return (
    text.length <= MAX_EMAIL_LENGTH && /^[^\s\p{C}@<>"',;:\\]+@[^\s\p{C}@<>"',;:\\]+$/u.test(text)
  );
}
