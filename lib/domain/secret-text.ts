/** Patterns of secrets: API keys, signing secrets, password hashes, private keys. */
const SECRET = /btly_[a-z]+_[0-9A-Za-z]{36}|whsec_|\$argon2|[xyztuv]prv[0-9A-Za-z]{20}/;

/** Whether a text contains something with the form of a secret. */
export function containsSecret(text: string): boolean {
  return SECRET.test(text);
}

/**
 * Returns the text that an action may record. A text with a secret becomes empty, since the action
 * will be refused.
 */
export function hideSecret(text: string): string {
  return containsSecret(text) ? '…' : text;
}
