import { DescriptorError } from './descriptor-error';

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

const PRIVATE_WORDS: readonly RegExp[] = [
  // Extended private keys: xprv, tprv and their SLIP-132 variants. "xprv" alone is the name of a
  // JSON field.
  /^[a-z]prv./i,
  // Wallet import format: 51 characters that begin with 5 or 9, or 52 that begin with K, L or c.
  new RegExp(`^(?:[59]${BASE58}{50}|[KLc]${BASE58}{51})$`),
  // A private key that is encrypted with a password (BIP 38).
  new RegExp(`^6P${BASE58}{56}$`),
];
export const PRIVATE_KEY_FOUND_MESSAGE =
  'This contains a private key or a recovery phrase. Nothing was stored.';

const PRIVATE_ANYWHERE = new RegExp(`[a-z]prv${BASE58}{104}`, 'i');
/** Twelve lower-case words in a row are a recovery phrase (BIP 39), never part of a descriptor. */
const PHRASE = /\b(?:[a-z]{3,8}[\s,]+){11}[a-z]{3,8}\b/i;

/** @throws DescriptorError private_key */
export function refusePrivateKeys(text: string): void {
  if (containsPrivateKey(text)) throw privateKeyError();
}

export function containsPrivateKey(text: string): boolean {
  const words = text.split(/[^0-9A-Za-z]+/);
  return (
    PHRASE.test(text) ||
    PRIVATE_ANYWHERE.test(text) ||
    words.some((word) => PRIVATE_WORDS.some((pattern) => pattern.test(word)))
  );
}

export function privateKeyError(): DescriptorError {
  return new DescriptorError(
    'private_key',
    `${PRIVATE_KEY_FOUND_MESSAGE} Never paste it anywhere: use the public descriptor or the extended public key (xpub) of the wallet.`,
  );
}
