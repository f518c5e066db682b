import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, randomBase62 } from '@/lib/domain/ids';
import { API_KEY_LABELS, NETWORK_FACTS, type Network } from '@/lib/domain/network';

const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_RANDOM_LENGTH = 6;

const FORMAT = new RegExp(`^btly_(?:${API_KEY_LABELS.join('|')})_[0-9A-Za-z]{36}$`);

/**
 * Returns a new API key: `btly_<label>_`, 30 random base62 characters (178 bits), 6 of checksum.
 */
export function newApiKey(network: Network): string {
  const body = `btly_${NETWORK_FACTS[network].keyLabel}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** Whether a text has a key's form and checksum, which refuses a mistyped key without a query. */
export function isApiKey(text: string): boolean {
  if (!FORMAT.test(text)) return false;
  return checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/** Returns the part of a key that may be shown, to distinguish keys: `btly_test_AbCdEf`. */
export function displayPrefix(key: string): string {
  return key.slice(0, key.lastIndexOf('_') + 1 + PREFIX_RANDOM_LENGTH);
}

/** Returns a key's SHA-256, hex, to be stored. A key of 178 random bits needs no slow hash. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Returns the CRC-32 (ISO 3309) of the text in base62, most significant character first. */
function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    out = (BASE62[rest % 62] ?? '') + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
