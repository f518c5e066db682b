/** Whether a text looks like a private key or a recovery phrase, which must never be sent. */
export function looksLikePrivateKey(text: string): boolean {
  return (
    /(?:^|[^0-9A-Za-z])[a-z]prv[1-9A-HJ-NP-Za-km-z]/i.test(text) ||
    /(?:^|[^0-9A-Za-z])(?:[59][1-9A-HJ-NP-Za-km-z]{50}|[KLc][1-9A-HJ-NP-Za-km-z]{51})(?![0-9A-Za-z])/.test(
      text,
    ) ||
    /\b(?:[a-z]{3,8}[\s,]+){11}[a-z]{3,8}\b/i.test(text)
  );
}

/** Fields of wallet files that contain encrypted private keys. */
const SECRET_FIELDS =
  /("(?:xprv|seed|passphrase|keypairs|EncryptedSecret|encryptedSeed)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|\{[^{}]*\})/g;

/** Removes encrypted private keys from a wallet file. */
export function removePrivateKeys(text: string): string {
  return text.replace(SECRET_FIELDS, '$1null');
}

export const PRIVATE_KEY_WARNING =
  'This is a private key or a recovery phrase. It was not sent anywhere. Never paste it. Use your wallet’s public descriptor or extended public key (xpub).';
