/**
 * Matches parts of secrets: API keys, signing secrets, password hashes and extended private keys.
 */
const SECRET = /btly_[a-z]+_[0-9A-Za-z]{36}|whsec_|\$argon2|[xyztuv]prv[0-9A-Za-z]{20}/;

/** Whether a text contains something that looks like a secret. */
export function containsSecret(text: string): boolean {
  return SECRET.test(text);
}

/**
 * Returns the text that may be recorded for an action. A text with a secret becomes “…”. The action
 * itself will be refused.
 */
export function hideSecret(text: string): string {
  return containsSecret(text) ? '…' : text;
}
