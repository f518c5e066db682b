import { hash } from 'node:crypto';

/** SHA-256 of SHA-256: what names transactions and blocks. */
export function hash256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** A hash as people write it: hex, the last byte first. */
export function displayHash(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex');
}
