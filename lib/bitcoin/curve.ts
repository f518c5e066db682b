import { initEccLib } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';

// bitcoinjs-lib needs point arithmetic for every taproot output and has none of its own.
initEccLib(ecc);

/** Whether the bytes are a public key of secp256k1, 33 bytes or 65 (SEC 1). */
export function isPoint(bytes: Uint8Array): boolean {
  return ecc.isPoint(bytes);
}

/** Whether the 32 bytes are the x coordinate of a point of secp256k1 (BIP 340). */
export function isXOnlyPoint(bytes: Uint8Array): boolean {
  return ecc.isXOnlyPoint(bytes);
}
