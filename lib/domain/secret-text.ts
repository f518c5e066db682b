/** Matches API keys, signing secrets, password hashes and extended private keys. */
const SECRET = /btly_[a-z]+_[0-9A-Za-z]{36}|whsec_|\$argon2|[xyztuv]prv[0-9A-Za-z]{20}/;

export function containsSecret(text: string): boolean {
  return SECRET.test(text);
}

/** Returns “…” in place of a text with a secret, which the audit log must not contain. */
export function hideSecret(text: string): string {
  return containsSecret(text) ? '…' : text;
}
