import { initEccLib } from 'bitcoinjs-lib';
import * as ecc from 'tiny-secp256k1';

// bitcoinjs-lib has no point arithmetic, but needs it for every taproot output.
initEccLib(ecc);

/** Whether the bytes are a public key of secp256k1, which has 33 or 65 bytes (SEC 1). */
export function isPoint(bytes: Uint8Array): boolean {
  return ecc.isPoint(bytes);
}

/** Whether the 32 bytes are the x coordinate of a point of secp256k1 (BIP 340). */
export function isXOnlyPoint(bytes: Uint8Array): boolean {
  return ecc.isXOnlyPoint(bytes);
}
